import BenchmarkSupport
import Glibc

// fresnel-bench-documents FOLDER [ROUNDS] [FILE.json] [NAME]: writes documents into a folder, and
// measures how long they take until a view of 1536 x 1024 pixels is sharp, opened and after a step
// of the wheel, beside the library alone drawing that view in one go, the usual way (the whole
// document drawn for each tile), and the library's own program; and how much memory the decoder
// takes. What an empty document costs is the view's share, and the graphics driver's. With a NAME
// (map.svg), it measures that document only; "-" writes no file.

let words = CommandLine.arguments
guard words.count >= 2 else {
  printError("usage: fresnel-bench-documents FOLDER [ROUNDS] [FILE.json] [NAME]")
  exit(2)
}
let rounds = max(1, words.count > 2 ? Int(words[2]) ?? 5 : 5)
do {
  say("milliseconds, medians of \(rounds)")
  var reports: [JSON] = []
  for (kind, subjects) in [
    (Document.Kind.svg, [Subject.nothing, .figure, .map, .plan]),
    (.pdf, [.nothing, .map, .plan, .book]),
  ] {
    let viewing = try Viewing(Document(.nothing, kind, in: words[1]))
    let floor = viewing.decoderBytes
    viewing.close()
    for subject in subjects {
      let document = try Document(subject, kind, in: words[1])
      if words.count > 4, document.name != words[4] { continue }
      let report = try Trial(document: document, rounds: rounds, floorBytes: floor).run()
      say("\n\(report.text)")
      reports.append(report.json)
    }
  }
  if words.count > 3, words[3] != "-", let reason = save(.list(reports), words[3]) {
    throw BenchmarkError(description: reason)
  }
} catch {
  printError("fresnel-bench-documents: \(error)")
  exit(1)
}

import BenchmarkSupport
import Glibc

// fresnel-bench-documents FOLDER [ROUNDS] [FILE.json] [NAME]: writes documents into a folder and
// measures how long a view of 1536 x 1024 pixels takes to become sharp, after opening and after a
// wheel step. It compares that with the library alone drawing the same view in one go, with the
// usual way (drawing the whole document for each tile), and with the library's own program. It also
// measures the decoder's memory. The figures of an empty document are the cost of the view and the
// graphics driver. With a NAME (map.svg), it measures that document only; "-" writes no file.

let words = CommandLine.arguments
guard words.count >= 2 else {
  printError("usage: fresnel-bench-documents FOLDER [ROUNDS] [FILE.json] [NAME]")
  exit(2)
}
let rounds = max(1, words.count > 2 ? Int(words[2]) ?? 5 : 5)
do {
  say("milliseconds, medians of \(rounds)")
  var reports: [ReportJSON] = []
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

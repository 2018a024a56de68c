import BenchmarkSupport
import Glibc

// fresnel-bench-viewers KIND FOLDER MEGAPIXELS [FILE.json], with one of the kinds below: measures
// fresnel, other viewers and the lower bound in turns, with the pictures of a folder: those of
// fresnel-bench-pictures, and WebP, GIF, AVIF, HEIC and JPEG XL if Scripts/make-format-pictures has
// made them. A viewer that does not know a format has dashes in its row.

let words = CommandLine.arguments
let kinds = [
  "viewers", "flight", "start", "start-cold", "slides", "animation", "cut", "elsewhere", "all",
]
guard words.count >= 4, kinds.contains(words[1]), let largest = Double(words[3]) else {
  printError(
    "usage: fresnel-bench-viewers \(kinds.joined(separator: "|")) FOLDER MEGAPIXELS [FILE.json]")
  exit(2)
}
do {
  var parts: [(String, ReportJSON)] = []
  if words[1].hasPrefix("start") || words[1] == "all" {
    let reports = try StartBenchmark(
      folder: words[2], largest: largest, isCold: words[1] == "start-cold"
    ).run()
    print("\n\(StartReport.summary(reports))")
    parts.append(("start", .list(reports.map(\.json))))
  }
  if ["viewers", "all"].contains(words[1]) {
    let reports = try ViewersBenchmark(folder: words[2], largest: Int(largest)).run()
    parts.append(("viewers", .list(reports.map(\.json))))
  }
  if words[1] == "slides" {
    let reports = try SlideBenchmark(folder: words[2]).run()
    parts.append(("slides", .list(reports.map(\.json))))
  }
  if words[1] == "animation" {
    parts.append(("animation", .list(try AnimationBenchmark(folder: words[2]).run())))
  }
  if words[1] == "cut" {
    let reports = try CutBenchmark(folder: words[2], largest: Int(largest)).run()
    parts.append(("cut", .list(reports)))
  }
  if words[1] == "elsewhere" {
    let rows = try ElsewhereBenchmark(folder: words[2], largest: Int(largest)).run()
    parts.append(("elsewhere", .list(rows)))
  }
  if ["flight", "all"].contains(words[1]) {
    let report = try FlightBenchmark(folder: words[2], largest: Int(largest)).run()
    print("\n\(report.text)")
    parts.append(("flight", report.json))
  }
  if words.count > 4 {
    if let reason = save(.object(parts), words[4]) {
      printError("fresnel-bench-viewers: \(reason)")
      exit(1)
    }
  }
} catch {
  printError("fresnel-bench-viewers: \(error)")
  exit(1)
}

import Geometry
import Glibc
import TestSupport

/// Compares all viewers on all pictures.
struct ViewersBenchmark {
  let folder: String
  let largest: Int

  /// The endings of the pictures' names: first those of fresnel-bench-pictures, then those of
  /// Scripts/make-format-pictures.
  private static let endings = [
    ".jpg", ".png", ".tif", ".webp", "-lossless.webp", ".gif", ".avif", ".heic", ".jxl",
    "-lossless.jxl", ".jp2", ".bmp", ".tga", ".ppm", ".pcx", ".sgi", ".ras", ".dds", ".fits",
  ]

  private static let sizes = [
    (megapixels: 1, size: PixelSize(width: 1280, height: 800)),
    (megapixels: 24, size: PixelSize(width: 6000, height: 4000)),
    (megapixels: 108, size: PixelSize(width: 12_000, height: 9000)),
    (megapixels: 1074, size: PixelSize(width: 32_768, height: 32_768)),
  ]

  /// Measures all pictures and prints a table for each as soon as it is done.
  func run() throws -> [ViewersReport] {
    let harness = try ViewerHarness()
    if !Contender.missing.isEmpty {
      print("Not installed: \(Contender.missing.joined(separator: ", "))")
    }
    let contenders = Contender.own + [.floor] + Contender.installed
    var reports: [ViewersReport] = []
    for (megapixels, size) in Self.sizes where megapixels <= largest {
      for ending in Self.endings {
        let file = "\(folder)/picture-\(megapixels)mp\(ending)"
        guard access(file, R_OK) == 0 else { continue }
        let report = try measure(file, size, contenders, on: harness)
        print("\n\(report.text)")
        fflush(nil)
        reports.append(report)
      }
    }
    return reports
  }

  private func measure(
    _ original: String, _ size: PixelSize, _ contenders: [Contender], on harness: ViewerHarness
  ) throws -> ViewersReport {
    // If other pictures were in its folder, fresnel would prefetch them.
    let folder = try TemporaryFolder()
    let file = try folder.link(to: original)
    DiskCache.fill(with: file)
    let window = Contender(
      name: "window", executable: PipedProcess.built("fresnel-bench-quad"), arguments: ["window"],
      isViewer: false)
    var report = ViewersReport(file: file, windowBytes: try harness.memory(of: window, "") ?? 0)
    for contender in contenders {
      var row = ViewersReport.Row(contender: contender)
      row.milliseconds = try harness.pictureTime(of: contender, file)
      if row.milliseconds != nil {
        row.bytes = try harness.memory(of: contender, file)
        if contender.isViewer { row.wheel = try harness.wheel(of: contender, file) }
      }
      report.rows.append(row)
    }
    let fit = min(
      Double(ViewerHarness.usualSize.width) / Double(size.width),
      Double(ViewerHarness.usualSize.height) / Double(size.height))
    report.economy = try harness.economy(of: file, fit: fit)
    // A pyramid has no pass: its tiles are read as they are needed.
    if fit < 1 {
      if !file.hasSuffix("tif") {
        report.plainDecode = try PlainDecode.milliseconds(of: file)
        report.wheelDuringPass = try harness.wheel(of: .fresnel, file, duringPass: true)
      }
      report.jumps = try harness.jumps(in: file)
    }
    return report
  }
}

import Glibc
import TestSupport

/// A slide of 8000 megapixels and the same as a pyramidal TIFF, which only fresnel opens.
struct SlideBenchmark {
  let folder: String

  /// The files of fresnel-bench-pictures, and the scale at which they fit the window.
  private static let names = ["slide.tif", "slide.svs"]
  private static let fit = Double(ViewerHarness.usualSize.width) / 100_000

  /// Measures all files and prints a table for each as soon as it is done.
  func run() throws -> [ViewersReport] {
    let harness = try ViewerHarness()
    return try Self.names.map { name in
      // The picture is alone in its folder, so that nothing else is prefetched.
      let alone = try TemporaryFolder()
      let file = try alone.link(to: "\(folder)/\(name)")
      DiskCache.fill(with: file)
      let window = Contender(
        name: "window", executable: PipedProcess.built("fresnel-bench-quad"),
        arguments: ["window"], isViewer: false)
      var report = ViewersReport(file: file, windowBytes: try harness.memory(of: window, "") ?? 0)
      var row = ViewersReport.Row(contender: .fresnel)
      row.milliseconds = try harness.pictureTime(of: .fresnel, file)
      row.bytes = try harness.memory(of: .fresnel, file)
      row.wheel = try harness.wheel(of: .fresnel, file)
      report.rows = [row]
      report.economy = try harness.economy(of: file, fit: Self.fit)
      report.jumps = try harness.jumps(in: file)
      print("\n\(report.text)")
      fflush(nil)
      return report
    }
  }
}

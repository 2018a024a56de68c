import Geometry
import Platform
import TestSupport

/// The library's own program: it starts, opens the document, draws the view and writes a PNG.
struct PlainTool {
  let document: Document

  var name: String { document.kind == .svg ? "rsvg-convert" : "pdftocairo" }

  var isInstalled: Bool { TestProcess.canFind(name) }

  /// Runs the program and returns the time it takes, in milliseconds.
  func run(_ sight: Sight) throws -> Double {
    let (width, height) = (Sight.surface.width, Sight.surface.height)
    let corner = sight.corner
    let arguments: [String]
    switch document.kind {
    case .svg:
      arguments = [
        "--zoom=\(sight.scale)", "--page-width=\(width)", "--page-height=\(height)",
        "--left=\(-corner.x)", "--top=\(-corner.y)", document.path,
      ]
    case .pdf:
      arguments = [
        "-png", "-singlefile", "-r", "\(96 * sight.scale)", "-f", "1", "-l", "1", "-x",
        "\(Int(corner.x))", "-y", "\(Int(corner.y))", "-W", "\(width)", "-H", "\(height)",
        document.path, "-",
      ]
    }
    let start = MonotonicClock.now()
    let process = try TestProcess(name, arguments)
    guard process.wait(limit: 60) == .status(0) else {
      throw BenchmarkError(description: "\(name) fails")
    }
    return (MonotonicClock.now() - start) * 1000
  }
}

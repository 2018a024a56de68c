import Geometry
import TestSupport
import Testing

/// `fresnel render`, run as a script would.
enum RenderRun {
  /// Renders a file with options, and returns the pixels of the resulting PNG.
  static func pixels(
    _ file: String, _ options: [String] = [], in folder: TemporaryFolder,
    environment: [String: String?] = [:], at location: SourceLocation = #_sourceLocation
  ) throws -> PixelGrid {
    let output = folder["rendered-\(UInt32.random(in: 0...(.max))).png"]
    let process = try start(file, options, output: output, environment: environment)
    let exit = process.wait(limit: RunningViewer.timeout)
    try #require(
      exit == .status(0), "render: \(process.standardError)", sourceLocation: location)
    return try PixelGrid(png: output)
  }

  /// Starts a run, without a display.
  static func start(
    _ file: String, _ options: [String] = [], output: String, user: Int? = nil,
    environment: [String: String?] = [:]
  ) throws -> TestProcess {
    try TestProcess(
      RunningViewer.program, ["render", file, "-o", output] + options,
      environment: RunningViewer.nobody.merging(["DISPLAY": nil, "WAYLAND_DISPLAY": nil]) { $1 }
        .merging(environment) { $1 })
  }

  /// What a window of this size shows of a picture at rest, with the surround around it.
  ///
  /// The picture must be opaque.
  static func view(
    _ file: String, _ size: PixelSize, _ options: [String] = [], in folder: TemporaryFolder,
    environment: [String: String?] = [:]
  ) throws -> PixelGrid {
    let grid = try pixels(
      file, ["--size", "\(size.width)x\(size.height)"] + options, in: folder,
      environment: environment)
    return grid.laid(on: size, x: 0, y: 0, surround: surround)
  }
}

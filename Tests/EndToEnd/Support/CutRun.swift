import Geometry
import Glibc
import TestSupport
import Testing

/// `fresnel cut`, run as a script would.
enum CutRun {
  /// Starts a run.
  static func start(
    _ file: String, _ options: [String] = [], output: String,
    environment: [String: String?] = [:]
  ) throws -> TestProcess {
    try TestProcess(
      RunningViewer.program, ["cut", file, "-o", output] + options,
      environment: RunningViewer.nobody.merging(["DISPLAY": nil, "WAYLAND_DISPLAY": nil]) { $1 }
        .merging(environment) { $1 })
  }

  /// Runs `fresnel cut` to its end, and requires success.
  static func run(
    _ file: String, _ options: [String] = [], output: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let process = try start(file, options, output: output)
    let exit = process.wait(limit: RunningViewer.timeout)
    try #require(exit == .status(0), "cut: \(process.standardError)", sourceLocation: location)
    #expect(process.standardError == "", sourceLocation: location)
  }

  /// All files below a folder: their relative paths and contents.
  static func files(below folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in TemporaryFolder.names(in: folder) {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        for (inner, bytes) in try Self.files(below: path) { files[name + "/" + inner] = bytes }
      } else {
        files[name] = try TemporaryFolder.contents(of: path)
      }
    }
    return files
  }
}

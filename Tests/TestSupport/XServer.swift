import Geometry
import Glibc
import Platform

/// An X server of the test's own, without a screen (Xvfb); it ends with this value.
public final class XServer {
  /// Why there is no server.
  public struct StartFailure: Error, CustomStringConvertible {
    /// What the server said.
    public var description: String
  }

  /// Whether Xvfb is installed; tests that need it are skipped by name where it is not.
  public static var isAvailable: Bool { TestProcess.canFind("Xvfb") }

  /// What a skipped test says.
  public static let missing = "Xvfb is not installed"

  /// The display's name, such as `:3`.
  public let display: String
  /// The server's own process.
  public let process: TestProcess

  /// Starts a server with one screen and waits until it takes connections.
  ///
  /// `without` names extensions to turn off, such as `MIT-SHM`; `arguments` go to Xvfb as they are.
  public init(
    size: PixelSize = PixelSize(width: 1280, height: 800), depth: Int = 24,
    without extensions: [String] = [], arguments: [String] = []
  ) throws {
    // The server picks a free number by itself and says which: tests may run side by side.
    let report = try FileDescriptor.pipe()
    try report.first.setNonBlocking()
    var options = ["-displayfd", "9", "-screen", "0", "\(size.width)x\(size.height)x\(depth)"]
    options += ["-noreset", "-nolisten", "tcp"]
    for name in extensions { options += ["-extension", name] }
    let process = try TestProcess(
      "Xvfb", options + arguments, passing: [report.second.number: 9])
    var line: [UInt8] = []
    waitUntil(20) {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = read(report.first.number, &bytes, bytes.count)
      if count > 0 { line += bytes.prefix(count) }
      return line.last == UInt8(ascii: "\n") || !process.isRunning
    }
    guard line.last == UInt8(ascii: "\n") else {
      throw StartFailure(description: "Xvfb did not start: \(process.standardError)")
    }
    display = ":" + String(decoding: line.dropLast(), as: UTF8.self)
    self.process = process
  }

  deinit { process.terminate() }

  /// The variables that make a program use this server and no other display.
  public var environment: [String: String?] {
    ["DISPLAY": display, "WAYLAND_DISPLAY": nil, "XAUTHORITY": nil]
  }

  /// Starts a program on this server.
  public func run(
    _ executable: String, _ arguments: [String] = [], names: [[UInt8]] = [],
    environment more: [String: String?] = [:], passing descriptors: [Int32: Int32] = [:]
  ) throws -> TestProcess {
    try TestProcess(
      executable, arguments, names: names,
      environment: environment.merging(more) { _, new in new }, passing: descriptors)
  }

  /// Ends the server without warning, as a crash would.
  public func crash() {
    process.signal(SIGKILL)
    _ = process.wait(limit: 10)
  }
}

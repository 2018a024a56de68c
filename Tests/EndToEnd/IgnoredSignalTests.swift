import Glibc
import TestSupport
import Testing

/// Signals that the parent process had set to be ignored, as nohup(1) and shells do.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct IgnoredSignalTests {
  @Test(arguments: [("HUP", SIGHUP), ("INT", SIGINT), ("TERM", SIGTERM)])
  func ignoredSignalsStayIgnored(name: String, signal: Int32) throws {
    let folder = try TemporaryFolder()
    let pictures = [CoordinatePicture.grid(400, 300), CoordinatePicture.grid(300, 400)]
    let files = try zip(["a.png", "b.png"], pictures).map { try folder.picture($0, $1) }
    let server = try XServer()
    let process = try server.run(
      "sh", ["-c", "trap '' \(name); exec \"$0\" \"$@\"", RunningViewer.program] + files)
    let viewer = try RunningViewer(process, on: server)
    viewer.expect(pictures[0])
    process.signal(signal)
    // Only a reaction after the signal proves that the program survived it.
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    #expect(process.isRunning)
    let other = signal == SIGTERM ? SIGINT : SIGTERM
    process.signal(other)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0), "others are heard")
  }
}

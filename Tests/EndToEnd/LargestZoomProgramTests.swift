import Geometry
import Glibc
import TestSupport
import Testing

@testable import Viewer

/// A zoom that is more than the picture allows, on the command line and from a program.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct LargestZoomProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func theWindowSaysSoOnceAndTheSocketAnswersIt() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(400, 300))
    let socket = folder["socket"]
    func start(_ zoom: String) throws -> RunningViewer {
      try RunningViewer(
        ["--geometry", "400x300", "--bar", "off", "--zoom", zoom, "--listen", socket, file],
        environment: RunningViewer.nobody)
    }
    let plain = try start("64")
    plain.expectTitle { $0.contains("6400 %") }
    let expected = try plain.settled()
    #expect(plain.quit() == .status(0))
    let viewer = try start("1e8")
    viewer.expectTitle { $0.contains("6400 %") }
    func hasCaption() -> Bool {
      let screen = viewer.screen
      let size = expected.size
      // The picture is complete, and the caption is in its lower left corner.
      return screen.size == size && screen != expected
        && (0..<size.width).allSatisfy { screen[$0, 20] == expected[$0, 20] }
        && (0..<size.height).allSatisfy {
          screen[size.width - 8, $0] == expected[size.width - 8, $0]
        }
    }
    // The caption is there for 5 seconds, which a busy machine may miss.
    func expectCaption(_ what: String, again: () -> Void = {}) {
      let isShown = waitUntil(RunningViewer.timeout) {
        if waitUntil(5, { hasCaption() }) { return true }
        again()
        return false
      }
      #expect(isShown, "no caption \(what)")
      viewer.expect(expected, "the caption \(what) expires")
    }
    expectCaption("of --zoom")
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    let window = try RemoteWindow(viewer, at: socket)
    #expect(window.tell("zoom-to 64")?["error"] == .string("success"))
    #expect(
      window.tell("zoom-to 65")?["error"] == .string("6400 % is this picture's largest zoom"))
    expectCaption("of zoom-to") { window.tell("zoom-to 65") }
    #expect(window.waits(for: .zoom, .number(64)))
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }
}

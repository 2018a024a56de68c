import Geometry
import TestSupport
import Testing

/// Full screen, without and with a window manager.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct FullScreenTests {
  let folder: TemporaryFolder
  let file: String
  static let screen = PixelSize(width: 1280, height: 800)

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("photo.png", Photograph.grid(900, 600))
  }

  private func goThere(_ viewer: RunningViewer) throws {
    let windowed = try RenderRun.view(file, PixelSize(width: 600, height: 400), in: folder)
    let full = try RenderRun.view(file, Self.screen, in: folder)
    viewer.expect(windowed, "in the window")
    let place = viewer.rect
    for (enter, leave) in [(Key.f, Key.f), (Key.f11, Key.escape)] {
      viewer.type(enter)
      // The caption covers a corner for a second; after that every pixel matches.
      viewer.expect(full, "in full screen")
      #expect(viewer.rect == PixelRect(Self.screen))
      viewer.type(leave)
      viewer.expect(windowed, "in the window again")
      #expect(viewer.rect == place)
    }
    viewer.type(Key.escape)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test func fullScreenWorksWithoutAWindowManager() throws {
    try goThere(try RunningViewer(["--geometry", "600x400+50+60", file]))
  }

  @Test(.enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
  func fullScreenWorksWithAWindowManager() throws {
    let server = try XServer()
    let client = try TestClient(server)
    let manager = try WindowManager("openbox", on: server, client: client)
    try goThere(try RunningViewer(["--geometry", "600x400", file], on: server))
    #expect(manager.process.isRunning)
  }

  @Test func startingInFullScreenDecodesThePictureOnce() throws {
    // In a window the picture would be smaller. It has no neighbours that could be prefetched.
    try folder.folder("alone")
    let file = try folder.picture("alone/large.png", Photograph.grid(2400, 1500))
    let viewer = try RunningViewer(["--fullscreen", "--stats", file])
    viewer.expect(try RenderRun.view(file, Self.screen, in: folder))
    #expect(viewer.quit() == .status(0))
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    #expect(statistics["tiles_cancelled"] == 0, "tiles of a window that never was")
    #expect(statistics["decoded_pixels"] == statistics["displayed_pixels"])
  }

  @Test func aManagerWithoutFullScreenGetsAWindow() throws {
    let server = try XServer()
    let client = try TestClient(server)
    // This window manager claims to support it, and does nothing.
    let owner = client.makeWindow(at: PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), color: 0)
    for window in [owner, client.root] {
      client.setProperty(
        "_NET_SUPPORTING_WM_CHECK", of: window, type: "WINDOW", numbers: [owner])
    }
    client.setProperty(
      "_NET_SUPPORTED", of: client.root, type: "ATOM",
      numbers: [client.atom("_NET_WM_STATE_FULLSCREEN")])
    let viewer = try RunningViewer(
      ["--fullscreen", "--geometry", "600x400+50+60", file], on: server)
    let windowed = try RenderRun.view(file, PixelSize(width: 600, height: 400), in: folder)
    viewer.expect(windowed)
    #expect(viewer.size == PixelSize(width: 600, height: 400))
  }

  @Test func theViewerStartsInFullScreen() throws {
    let viewer = try RunningViewer(["--fullscreen", file])
    viewer.expect(try RenderRun.view(file, Self.screen, in: folder))
    viewer.type("q")
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }
}

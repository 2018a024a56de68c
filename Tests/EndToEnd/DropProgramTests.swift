import FaultyServer
import Geometry
import TestSupport
import Testing

/// Dropping files, addresses and pictures on the window.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DropProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let dropped = CoordinatePicture.grid(200, 250)
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
    try folder.folder("more")
  }

  private func open(_ names: [String]) throws -> RunningViewer {
    let viewer = try RunningViewer(["--geometry", "400x300"] + names)
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.client.numbers("XdndAware", of: viewer.window) == [5]
      })
    return viewer
  }

  /// Drags something over the window and drops it; returns the viewer's last answer.
  private func drop(_ content: [String: [UInt8]], on viewer: RunningViewer) throws -> [UInt]? {
    let source = try DragSource(viewer.server, content)
    source.enter(viewer.window)
    source.move(viewer.window, x: 30, y: 30)
    let status = source.wait(for: "XdndStatus", limit: RunningViewer.timeout)
    #expect(status?[1] == 3)
    source.drop(viewer.window)
    return source.wait(for: "XdndFinished", limit: RunningViewer.timeout)
  }

  @Test(arguments: [true, false])
  func droppedFilesAreOpened(isEmpty: Bool) throws {
    let viewer = try open(isEmpty ? [] : [file])
    let path = try folder.picture("more/b.png", dropped)
    let finished = try drop(["text/uri-list": Array("file://\(path)\r\n".utf8)], on: viewer)
    #expect(finished?[1] == 1)
    viewer.expect(dropped.centered(on: viewer.size, surround: surround))
    viewer.expectTitle { $0.contains("b.png") }
  }

  @Test func aDroppedPictureIsShown() throws {
    let viewer = try open([file])
    let bytes = try TemporaryFolder.contents(of: folder.picture("more/b.png", dropped))
    #expect(try drop(["image/png": bytes], on: viewer)?[1] == 1)
    viewer.expect(dropped.centered(on: viewer.size, surround: surround))
    viewer.expectTitle { $0.contains("pasted picture") }
  }

  /// An address that comes from another program is asked for, and no host is reached before.
  @Test func aDroppedAddressIsAskedFor() throws {
    let viewer = try open([file])
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
    let server = try FaultyServer { _ in WebReply(404) }
    let before = viewer.screen
    let address = Array("http://127.0.0.1:\(server.port)/router/reboot.png\r\n".utf8)
    #expect(try drop(["text/uri-list": address], on: viewer)?[1] == 1)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.waitUntilQuiet()
    #expect(viewer.process.isRunning)
    #expect(server.requests.isEmpty)
  }

  @Test func aFileOfAnotherComputerIsNotOpened() throws {
    let viewer = try open([file])
    let list = Array("file://elsewhere.example\(file)\r\n".utf8)
    #expect(try drop(["text/uri-list": list], on: viewer)?[1] == 1)
    let before = picture.centered(on: viewer.size, surround: surround)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "it is said")
    #expect(viewer.process.isRunning)
  }

  @Test func theWindowSaysThatItTakesADrop() throws {
    let viewer = try open([file])
    let shown = picture.centered(on: viewer.size, surround: surround)
    viewer.expect(shown)
    let source = try DragSource(viewer.server, ["text/uri-list": [], "x": []])
    source.enter(viewer.window)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != shown })
    source.leave(viewer.window)
    viewer.expect(shown, "after it has left")
    source.enter(viewer.window, types: ["x"])
    viewer.waitUntilQuiet()
    #expect(viewer.screen == shown, "what can't be opened is not invited")
  }

  @Test func whatIsNoPictureIsRefused() throws {
    let viewer = try open([file])
    #expect(try drop(["UTF8_STRING": Array("Look here".utf8)], on: viewer)?[1] == 0)
    viewer.expect(picture.centered(on: viewer.size, surround: surround), "after a note")
  }
}

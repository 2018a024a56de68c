import Geometry
import Gestures
import Glibc
import TestSupport
import Testing

/// The window without pictures, and opening others in one that has some.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct OpeningTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
    try folder.folders("config/fresnel")
  }

  private func viewer(_ arguments: [String] = [], settings: String = "") throws -> RunningViewer {
    try folder.file("config/fresnel/config.toml", Array(settings.utf8))
    return try RunningViewer(
      ["--geometry", "600x400"] + arguments,
      environment: [
        "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": folder["state"],
        "HOME": folder.path,
      ])
  }

  private func type(_ text: String, in viewer: RunningViewer) {
    for letter in text.unicodeScalars { viewer.type(letter) }
  }

  private func waitForRecent(_ names: [String]) {
    let expected = names.map { "file://\(folder[$0])\n" }.joined()
    let isThere = waitUntil(RunningViewer.timeout) {
      (try? TemporaryFolder.contents(of: folder["state/fresnel/recent"])) == Array(expected.utf8)
    }
    #expect(isThere, "the store")
  }

  @Test func anEmptyWindowOpensWhatIsTyped() throws {
    let viewer = try viewer()
    viewer.waitUntilQuiet()
    let empty = viewer.screen
    #expect(Set(empty.words).count > 10, "it says what can be done")
    viewer.type(Key.enter)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != empty })
    type("~/a.p", in: viewer)
    viewer.waitUntilQuiet()
    viewer.type(Key.enter)
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
    viewer.expectTitle { $0.contains("a.png") }
    waitForRecent(["a.png"])
  }

  @Test func aRecentFileIsOpenedByKeysAndByThePointer() throws {
    try folder.folders("state/fresnel")
    try folder.file(
      "state/fresnel/recent", Array("file://\(folder["gone.png"])\nfile://\(file)\n".utf8))
    for isClicked in [false, true] {
      let viewer = try viewer()
      viewer.waitUntilQuiet()
      if isClicked {
        // The panel is in the middle: a title, the button, and two files.
        viewer.point(atX: 300, y: 200 + 64)
        viewer.waitUntilQuiet()
        viewer.hands.click(1)
      } else {
        for _ in 0..<3 { viewer.type(Key.down) }
        viewer.type(Key.enter)
      }
      viewer.expectTitle { $0.contains("a.png") }
      viewer.expect(picture.centered(on: viewer.size, surround: surround))
      _ = viewer.quit()
    }
  }

  @Test func anotherFileReplacesTheAlbum() throws {
    let other = CoordinatePicture.grid(200, 300)
    try folder.folder("more")
    try folder.picture("more/x.png", other)
    try folder.picture("more/y.png", picture)
    let viewer = try viewer([file])
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
    type(":", in: viewer)
    type("open '\(folder["more"])'", in: viewer)
    viewer.type(Key.enter)
    viewer.expect(other.centered(on: viewer.size, surround: surround))
    viewer.expectTitle { $0.contains("x.png") && $0.contains("1 / 2") }
    viewer.type("n")
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
    // The window shows the error for a path that can't be opened, and stays open.
    type(":open /nowhere/at/all", in: viewer)
    viewer.type(Key.enter)
    viewer.expectTitle { $0.contains("all") }
    #expect(viewer.process.isRunning)
    viewer.waitUntilQuiet()
    _ = viewer.quit()
    #expect(viewer.process.standardError == "")
  }

  @Test(arguments: ["private", "off"])
  func recentFilesCanBeLeftAlone(use: String) throws {
    try folder.folders("state/fresnel")
    let store = Array("file:///old.png\n".utf8)
    try folder.file("state/fresnel/recent", store)
    let viewer = try viewer([file], settings: "recent-files = \"\(use)\"\n")
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
    usleep(2_500_000)
    _ = viewer.quit()
    #expect(try TemporaryFolder.contents(of: folder["state/fresnel/recent"]) == store)
  }
}

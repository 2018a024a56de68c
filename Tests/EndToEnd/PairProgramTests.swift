import Glibc
import TestSupport
import Testing

/// A RAW file and the JPEG beside it as one picture.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PairProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.folders("config/fresnel")
    try folder.folders("pictures")
    // The names decide about pairs, and the contents about formats.
    for (name, width) in [("a.jpg", 300), ("a.cr3", 100), ("b.jpg", 200)] {
      try folder.picture("pictures/\(name)", CoordinatePicture.grid(width, 150))
    }
    try folder.file("config/fresnel/config.toml", Array("pairs = true\n".utf8))
  }

  private func names() -> [String] { TemporaryFolder.names(in: folder["pictures"]) }

  private func waitFor(_ expected: [String]) {
    #expect(waitUntil(RunningViewer.timeout) { names() == expected }, "\(names())")
  }

  private func viewer() throws -> RunningViewer {
    try RunningViewer(
      ["--geometry", "600x400", folder["pictures"]],
      environment: [
        "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": folder["state"],
        "XDG_DATA_HOME": folder["data"],
      ])
  }

  @Test func theTitleNamesBothAndBothAreRenamed() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a.jpg +CR3") && $0.contains("1 / 2") }
    _ = try viewer.settled()
    viewer.type(0xFFBF)
    for letter in "c".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    waitFor(["b.jpg", "c.cr3", "c.jpg"])
    viewer.expectTitle { $0.hasPrefix("c.jpg +CR3") && $0.contains("2 / 2") }
    #expect(viewer.hands.key(0x7A, holding: [Key.control]))
    waitFor(["a.cr3", "a.jpg", "b.jpg"])
    viewer.expectTitle { $0.hasPrefix("a.jpg +CR3") && $0.contains("1 / 2") }
    #expect(viewer.quit() == .status(0))
  }

  /// The second choice deletes the RAW file, and the JPEG stays on the screen.
  @Test func deletingAsksWhich() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a.jpg +CR3") }
    _ = try viewer.settled()
    #expect(viewer.hands.key(0xFFFF, holding: [0xFFE1]))
    viewer.waitUntilQuiet()
    viewer.type(0xFF54)
    viewer.type(Key.enter)
    waitFor(["a.jpg", "b.jpg"])
    viewer.expectTitle { $0.hasPrefix("a.jpg — 300") }
    #expect(viewer.quit() == .status(0))
  }
}

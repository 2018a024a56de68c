import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// Trash, undo, rename, copy and marks, with real input and real files.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct FileCommandProgramTests {
  private let folder: TemporaryFolder
  private let pictures = [300, 200, 100].map { CoordinatePicture.grid($0, 150) }

  init() throws {
    folder = try TemporaryFolder()
    try folder.folders("pictures")
    try folder.folders("other")
    for (name, picture) in zip(["a", "b", "c"], pictures) {
      try folder.picture("pictures/\(name).png", picture)
    }
  }

  private func viewer(_ arguments: [String] = []) throws -> RunningViewer {
    try RunningViewer(
      ["--geometry", "600x400"] + arguments + [folder["pictures/a.png"]],
      environment: [
        "XDG_CONFIG_HOME": "/nowhere", "XDG_STATE_HOME": folder["state"],
        "XDG_DATA_HOME": folder["data"],
      ])
  }

  private func names(_ path: String) -> [String] { TemporaryFolder.names(in: folder[path]) }

  private func waitFor(_ path: String, _ expected: [String]) {
    #expect(
      waitUntil(RunningViewer.timeout) { names(path) == expected }, "\(path): \(names(path))")
  }

  private enum Keys {
    static let delete: UInt32 = 0xFFFF
    static let shift: UInt32 = 0xFFE1
    static let f2: UInt32 = 0xFFBF
    static let f7: UInt32 = 0xFFC4
  }

  @Test func aFileGoesToTheTrashAndComesBack() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a.png") }
    viewer.type(Keys.delete)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    // If temporary files are on another device than the home folder, they have no trash.
    let isTrashed = waitUntil(RunningViewer.timeout) { names("pictures") == ["b.png", "c.png"] }
    guard isTrashed else {
      #expect(names("pictures") == ["a.png", "b.png", "c.png"])
      return
    }
    // Even if the viewer has not noticed the file yet.
    #expect(viewer.hands.key(0x7A, holding: [Key.control]))
    viewer.expectTitle { $0.hasPrefix("a.png") }
    waitFor("pictures", ["a.png", "b.png", "c.png"])
    waitFor("data/Trash/files", [])
    #expect(viewer.quit() == .status(0))
  }

  @Test func theButtonUndoes() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a.png") }
    viewer.type(Keys.f2)
    for letter in "new".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.expectTitle { $0.hasPrefix("new.png") }
    viewer.waitUntilQuiet()
    // The message is in the middle, above the lower edge.
    viewer.point(atX: 300, y: 331)
    viewer.hands.click()
    viewer.expectTitle { $0.hasPrefix("a.png") }
    waitFor("pictures", ["a.png", "b.png", "c.png"])
    // Keys go to the picture again, and the message has disappeared.
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("b.png") }
    #expect(viewer.quit() == .status(0))
  }

  @Test func aFileIsRenamedInPlace() throws {
    let viewer = try viewer()
    let before = try viewer.settled()
    viewer.type(Keys.f2)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    for letter in "new".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.expectTitle { $0.hasPrefix("new.png") }
    waitFor("pictures", ["b.png", "c.png", "new.png"])
    #expect(viewer.quit() == .status(0))
  }

  @Test func markedFilesAreCopiedAndPrinted() throws {
    let viewer = try viewer(["--print-marked", "-0"])
    viewer.expectTitle { $0.hasPrefix("a.png") }
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ a.png") }
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("b.png") }
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("c.png") }
    // A picture that isn't shown yet can't be marked.
    _ = try viewer.settled()
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ c.png") }
    viewer.type(Keys.f7)
    for letter in folder["other"].unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    waitFor("other", ["a.png", "c.png"])
    waitFor("pictures", ["a.png", "b.png", "c.png"])
    #expect(viewer.quit() == .status(0))
    let printed = viewer.process.standardOutput
    let expected = Array((folder["pictures/a.png"] + "\0" + folder["pictures/c.png"] + "\0").utf8)
    #expect(printed == expected)
  }

  @Test func aHeldKeyTrashesOneFile() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a.png") }
    _ = try viewer.settled()
    viewer.hands.hold(Keys.delete)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    usleep(1_500_000)
    viewer.hands.letGo(Keys.delete)
    viewer.waitUntilQuiet()
    #expect(names("pictures").count >= 2, "\(names("pictures"))")
    #expect(viewer.quit() == .status(0))
  }

  /// The dialog that a held key opens must not take the key's repeats for an answer.
  @Test func aHeldKeyOfThePaletteConfirmsNothing() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a.png") }
    _ = try viewer.settled()
    viewer.type(":")
    for letter in "delete".unicodeScalars { viewer.type(letter) }
    viewer.hands.hold(Key.enter)
    usleep(1_500_000)
    viewer.hands.letGo(Key.enter)
    viewer.waitUntilQuiet()
    #expect(names("pictures") == ["a.png", "b.png", "c.png"])
    viewer.type(Key.enter)
    waitFor("pictures", ["b.png", "c.png"])
    #expect(viewer.quit() == .status(0))
  }

  /// Marks of pictures that are no longer in the window would lead commands to unseen files.
  @Test func openingOtherPicturesRemovesTheMarks() throws {
    try folder.folders("more")
    try folder.picture("more/x.png", pictures[1])
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a.png") }
    _ = try viewer.settled()
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ a.png") }
    viewer.type(":")
    for letter in "open \(folder["more"])".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.expectTitle { $0.hasPrefix("x.png") }
    _ = try viewer.settled()
    viewer.type(Keys.f7)
    for letter in folder["other"].unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    waitFor("other", ["x.png"])
    #expect(viewer.quit() == .status(0))
  }

  @Test func aDigitOfTheSettingsChoosesItsFolder() throws {
    try folder.folders("config/fresnel")
    let settings = "[folders]\n3 = \"\(folder["other"])\"\n"
    try folder.file("config/fresnel/config.toml", Array(settings.utf8))
    let viewer = try RunningViewer(
      ["--geometry", "600x400", folder["pictures/a.png"]],
      environment: [
        "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": folder["state"],
        "XDG_DATA_HOME": folder["data"],
      ])
    viewer.expectTitle { $0.hasPrefix("a.png") }
    viewer.type(Keys.f7)
    viewer.type("3")
    waitFor("other", ["a.png"])
    #expect(viewer.quit() == .status(0))
  }

  @Test func deletingAsksFirst() throws {
    let viewer = try viewer()
    let before = try viewer.settled()
    #expect(viewer.hands.key(Keys.delete, holding: [Keys.shift]))
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.type(Key.escape)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen == before })
    #expect(viewer.hands.key(Keys.delete, holding: [Keys.shift]))
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.type(Key.enter)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    waitFor("pictures", ["b.png", "c.png"])
    #expect(viewer.quit() == .status(0))
  }
}

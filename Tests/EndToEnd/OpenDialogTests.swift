import Geometry
import Glibc
import TestSupport
import Testing

/// *Open…* by the dialog of the desktop's portal, and by the field where there is none.
@Suite(
  .serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"),
  .enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
struct OpenDialogTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(1280, 800)
  let small = CoordinatePicture.grid(300, 200)
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
    try folder.folder("more")
    try folder.picture("more/b.png", small)
    try folder.picture("more/c d.png", picture)
  }

  private func viewer(_ portal: ScriptedPortal, _ files: [String] = []) throws -> RunningViewer {
    let environment = RunningViewer.nobody.merging(
      ["DBUS_SESSION_BUS_ADDRESS": portal.address]
    ) { $1 }
    let viewer = try RunningViewer(
      ["--geometry", "600x400", "--bar", "off"] + files, environment: environment)
    if !files.isEmpty { viewer.expectTitle { $0.hasPrefix("a.png") } }
    _ = try viewer.settled()
    return viewer
  }

  private func press(_ letter: Unicode.Scalar, in viewer: RunningViewer) {
    #expect(viewer.hands.key(letter.value, holding: [Key.control]))
  }

  /// Expects that no panel has the keyboard, and that the window works.
  private func expectUsable(_ viewer: RunningViewer) {
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    viewer.type("0")
    viewer.expectTitle { !$0.contains("100 %") }
  }

  @Test func theChosenFilesAreAnAlbum() throws {
    let addresses = ["b.png", "c%20d.png"].map { "file://\(folder["more"])/\($0)" }
    let portal = try ScriptedPortal(.chooses(addresses))
    let viewer = try viewer(portal, [file])
    press("o", in: viewer)
    viewer.expectTitle { $0.contains("b.png") && $0.contains("1 / 2") }
    viewer.expect(small.centered(on: viewer.size, surround: surround))
    #expect(portal.calls.map(\.method) == ["FileChooser.OpenFile"])
    let arguments = try #require(portal.calls.first).arguments
    let window = String(viewer.window, radix: 16)
    #expect(arguments.hasPrefix("('x11:\(window)', 'Open pictures', "), "\(arguments)")
    #expect(arguments.contains("'current_folder': <b'\(folder.path)/'>"), "\(arguments)")
    viewer.type("n")
    viewer.expectTitle { $0.contains("c d.png") && $0.contains("2 / 2") }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func theButtonOfTheEmptyWindowShowsTheDialog() throws {
    let portal = try ScriptedPortal(.chooses(["file://\(folder["more/b.png"])"]))
    let viewer = try viewer(portal)
    viewer.type(Key.enter)
    viewer.expectTitle { $0.contains("b.png") }
    viewer.expect(small.centered(on: viewer.size, surround: surround))
    #expect(viewer.quit() == .status(0))
  }

  @Test func aCancelledDialogChangesNothing() throws {
    let portal = try ScriptedPortal(.cancels)
    let viewer = try viewer(portal, [file])
    let before = viewer.screen
    var presses = 0
    for count in 1...2 {
      // The key does nothing until the window has the answer to the first dialog.
      let isShown = waitUntil(RunningViewer.timeout) {
        press("o", in: viewer)
        presses += 1
        return waitUntil(5) { portal.calls.count >= count }
      }
      #expect(isShown)
      usleep(500_000)
      #expect(try viewer.settled() == before, "a panel or a sentence")
    }
    let dialogs = portal.calls.count
    #expect(dialogs <= presses)
    expectUsable(viewer)
    // The field is still there for those who type.
    let alone = try viewer.settled()
    press("l", in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != alone }, "no field")
    viewer.waitUntilQuiet()
    for letter in "more/b".unicodeScalars { viewer.type(letter) }
    viewer.waitUntilQuiet()
    viewer.type(Key.enter)
    viewer.expectTitle { $0.contains("b.png") }
    #expect(portal.calls.count == dialogs)
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  /// The dialog holds up neither the window nor its end, and a second press opens the field.
  @Test func anOpenDialogStaysTheOnlyOne() throws {
    let portal = try ScriptedPortal(.isSilent)
    let viewer = try viewer(portal, [file])
    press("o", in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { !portal.calls.isEmpty })
    expectUsable(viewer)
    let before = try viewer.settled()
    for _ in 0..<2 {
      press("o", in: viewer)
      #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "no field")
      viewer.waitUntilQuiet()
      viewer.type(Key.escape)
      #expect(waitUntil(RunningViewer.timeout) { viewer.screen == before }, "the field stays")
    }
    expectUsable(viewer)
    usleep(500_000)
    #expect(portal.calls.map(\.method) == ["FileChooser.OpenFile"])
    viewer.type("q")
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test(arguments: [nil, .isMissing, .isNonsense] as [ScriptedPortal.Behaviour?])
  func withoutADialogTheFieldOpens(behaviour: ScriptedPortal.Behaviour?) throws {
    let portal = try ScriptedPortal(behaviour)
    let viewer = try viewer(portal, [file])
    let before = viewer.screen
    press("o", in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "no field")
    viewer.waitUntilQuiet()
    for letter in "more/b".unicodeScalars { viewer.type(letter) }
    viewer.waitUntilQuiet()
    viewer.type(Key.enter)
    viewer.expectTitle { $0.contains("b.png") }
    viewer.expect(small.centered(on: viewer.size, surround: surround))
    #expect(viewer.quit() == .status(0))
  }
}

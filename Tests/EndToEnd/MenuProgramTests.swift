import Controls
import FilterPanel
import Filters
import Geometry
import Gestures
import Platform
import TestSupport
import Testing

@testable import Viewer

/// The menu, the palette and the user's keys, with real input.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct MenuProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let file: String
  let other: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.folders("config/fresnel")
    file = try folder.picture("a.png", picture)
    other = try folder.picture("b.png", CoordinatePicture.grid(200, 300))
  }

  private func viewer(
    _ arguments: [String] = [], keys: String = "", on server: XServer? = nil
  ) throws -> RunningViewer {
    try folder.file("config/fresnel/config.toml", Array(keys.utf8))
    return try RunningViewer(
      ["--geometry", "600x400", "--bar", "off"] + arguments + [file, other], on: server,
      environment: [
        "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": "/proc/nowhere",
      ])
  }

  private func turned(_ quarters: Int, in viewer: RunningViewer) -> PixelGrid {
    picture.turned(quarters: quarters).centered(on: viewer.size, surround: surround)
  }

  private func waitForChange(from before: PixelGrid, in viewer: RunningViewer, _ what: String) {
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "\(what)")
    viewer.waitUntilQuiet()
  }

  @Test(arguments: Desktop.installed)
  func aCommandIsChosenUnderEachWindowManager(desktop: Desktop) throws {
    let server = try XServer()
    let manager = try desktop.start(on: server)
    let viewer = try viewer(on: server)
    try turnByMenu(in: viewer, isDragged: true)
    try turnByMenu(in: viewer, isDragged: false, from: 1)
    let menu = MenuHands(viewer: viewer)
    try menu.choose(.turnRight, by: .keys)
    viewer.expect(turned(3, in: viewer), "turned by keys")
    try menu.choose(.fullScreen, by: .keys)
    let screen = PixelSize(width: 1280, height: 800)
    // Window managers may resize the window before they move it.
    let place = PixelRect(screen)
    #expect(waitUntil(RunningViewer.timeout) { viewer.rect == place }, "full screen")
    viewer.expect(turned(3, in: viewer), "in full screen")
    // A user waits for the menu; a busy window manager would get the clicks all at one place.
    try turnByMenu(in: viewer, isDragged: false, from: 3)
    #expect(manager?.process.isRunning != false)
  }

  /// Turns the picture to the right by the menu, which a right click opens.
  private func turnByMenu(
    in viewer: RunningViewer, isDragged: Bool, from quarters: Int = 0
  ) throws {
    viewer.expect(turned(quarters, in: viewer))
    let menu = MenuHands(viewer: viewer)
    let (section, item) = try menu.rects(of: .turnRight, at: Point(x: 80, y: 60))
    let before = viewer.screen
    viewer.point(atX: 80, y: 60)
    if isDragged { viewer.hands.press(3) } else { viewer.hands.click(3) }
    waitForChange(from: before, in: viewer, "no menu")
    let opened = viewer.screen
    menu.point(at: section)
    waitForChange(from: opened, in: viewer, "no commands")
    menu.point(at: item)
    if isDragged { viewer.hands.release(3) } else { viewer.hands.click(1) }
    viewer.expect(turned(quarters + 1, in: viewer), "turned right")
  }

  @Test func aCommandIsChosenByKeysAlone() throws {
    let viewer = try viewer()
    viewer.expect(turned(0, in: viewer))
    viewer.type(Keysym.f10.rawValue)
    viewer.type("t")
    viewer.type(Key.down)
    viewer.type(Key.enter)
    viewer.expect(turned(3, in: viewer), "turned left")
    // Keys that close the menu do nothing else.
    let before = viewer.screen
    viewer.type(Keysym.menu.rawValue)
    waitForChange(from: before, in: viewer, "no menu")
    viewer.type(Key.escape)
    viewer.expect(before, "closed")
    #expect(viewer.process.isRunning)
  }

  @Test func aCommandIsTypedWithItsValue() throws {
    let viewer = try viewer()
    viewer.expect(turned(0, in: viewer))
    viewer.type(":")
    for letter in "zoom-to 2".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.expectTitle { $0.contains("200 %") }
    viewer.type(":")
    for letter in "next pic".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.expectTitle { $0.contains("b.png") }
  }

  @Test func theUsersKeysPerformTheirCommands() throws {
    let viewer = try viewer(
      keys: """
        background = "202020"
        [keys]
        "y" = ["turn-right", "turn-right"]
        "g t" = "turn-left"
        "r" = ""
        "Button2" = "turn-right"
        "Ctrl+D" = "zoom-to 2"
        "z" = "nonsense"
        """)
    let sentences = viewer.process.standardError
    #expect(sentences.contains("config.toml:8: “z”: there is no command “nonsense”."))
    #expect(sentences.contains("config.toml:4: “g t” replaces “g”, which did “next-filter”."))
    viewer.expect(turned(0, in: viewer))
    viewer.type("r")
    viewer.type("y")
    viewer.expect(turned(2, in: viewer), "turned twice")
    viewer.type("g")
    viewer.type("t")
    viewer.expect(turned(1, in: viewer), "turned left")
    viewer.point(atX: 300, y: 200)
    viewer.hands.click(2)
    viewer.expect(turned(2, in: viewer), "turned right")
    viewer.hands.key(0x64, holding: [Key.control])
    viewer.expectTitle { $0.contains("200 %") }
  }

  @Test func aPresetAndTheUsersOwnKeysPerformTheirCommands() throws {
    let viewer = try viewer(
      keys: """
        [keys]
        preset = "feh"
        "m" = "turn-left"
        """)
    viewer.expect(turned(0, in: viewer))
    #expect(viewer.process.standardError == "")
    viewer.type(">")
    viewer.expect(turned(1, in: viewer), "turned right")
    viewer.type("m")
    viewer.expect(turned(0, in: viewer), "the user's own key")
    viewer.type(Key.up)
    viewer.expectTitle { $0.contains("125 %") }
    viewer.type("*")
    viewer.expectTitle { $0.contains("100 %") }
    // Mirrored and upside down.
    viewer.type("_")
    let flipped = PixelGrid(
      size: picture.size,
      words: (0..<picture.size.height).reversed().flatMap { y in
        (0..<picture.size.width).map { x in picture[x, y] }
      })
    viewer.expect(flipped.centered(on: viewer.size, surround: surround), "flipped")
    viewer.type(Key.right)
    viewer.expectTitle { $0.contains("b.png") }
    viewer.type("x")
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test func aFileOfTheUsersOwnKeysIsFollowed() throws {
    func write(_ key: String) throws {
      let text = "[keys]\n\"\(key)\" = \"turn-right\"\n"
      try folder.file("config/fresnel/keys/mine.toml", Array(text.utf8))
    }
    try folder.folder("config/fresnel/keys")
    try write("y")
    let viewer = try viewer(keys: "keys = \"mine\"\n")
    viewer.expect(turned(0, in: viewer))
    #expect(viewer.process.standardError == "")
    viewer.type("y")
    viewer.expect(turned(1, in: viewer), "turned right")
    viewer.waitUntilQuiet()
    try write("z")
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.type("z")
        viewer.waitUntilQuiet()
        return viewer.screen == turned(2, in: viewer)
      }, "the new key turns right")
  }

  @Test func itCanBeOpenedWithoutAPicture() throws {
    let viewer = try RunningViewer(["--geometry", "400x300"], environment: RunningViewer.nobody)
    viewer.waitUntilQuiet()
    let before = viewer.screen
    viewer.type(Keysym.f10.rawValue)
    waitForChange(from: before, in: viewer, "no menu")
    // In the second section, all commands are disabled without a picture.
    for key in [Key.down, Key.right, Key.enter] { viewer.type(key) }
    #expect(viewer.process.isRunning)
    viewer.type(Key.escape)
    viewer.type(Key.escape)
    viewer.expect(before, "closed")
  }

  @Test func aHeldKeyComparesUntilItsRelease() throws {
    let viewer = try viewer(["--filter", "invert"])
    let inverted = FilterTests.inverted(picture).centered(on: viewer.size, surround: surround)
    viewer.expect(inverted, tolerance: 1, "filtered")
    viewer.hands.hold(Key.c)
    viewer.expect(turned(0, in: viewer), "compared")
    // The key repeats some 25 times a second.
    let end = MonotonicClock.now() + 1.5
    while MonotonicClock.now() < end {
      #expect(viewer.screen == turned(0, in: viewer))
    }
    viewer.hands.letGo(Key.c)
    viewer.expect(inverted, tolerance: 1, "released")
  }

  @Test func panelsAndDragsEndAsUsualUnderTheMenu() throws {
    let viewer = try viewer(["--zoom", "4"])
    viewer.waitUntilQuiet()
    viewer.point(atX: 300, y: 200)
    viewer.hands.press()
    viewer.point(atX: 280, y: 190)
    viewer.waitUntilQuiet()
    viewer.type(Keysym.f10.rawValue)
    viewer.waitUntilQuiet()
    viewer.hands.release()
    viewer.type(Key.escape)
    viewer.waitUntilQuiet()
    let before = viewer.screen
    viewer.point(atX: 200, y: 150)
    viewer.waitUntilQuiet()
    viewer.expect(before, "the picture follows no released button")
    // A right click beside the filter panel leaves its buttons usable.
    viewer.type("e")
    waitForChange(from: before, in: viewer, "no panel")
    viewer.point(atX: 60, y: 300)
    viewer.hands.click(3)
    viewer.waitUntilQuiet()
    viewer.type(Key.escape)
    viewer.waitUntilQuiet()
    var panel = FilterPanel(library: .builtIn)
    panel.open()
    let button = try #require(panel.placed(on: viewer.size).rect(of: Target(.close)))
    viewer.point(atX: (button.minX + button.maxX) / 2, y: (button.minY + button.maxY) / 2)
    viewer.hands.click()
    viewer.expect(before, "closed by its button")
  }

  @Test func theListsAreWritten() throws {
    for (words, expected) in [
      (["commands"], CommandListing.text(.text)),
      (["commands", "--format", "json"], CommandListing.text(.json)),
      (["keys"], CommandListing.text(of: KeyMap())),
    ] {
      let run = try TestProcess(
        RunningViewer.program, words, environment: RunningViewer.nobody)
      #expect(run.wait(limit: 60) == .status(0))
      #expect(String(decoding: run.standardOutput, as: UTF8.self) == expected, "\(words)")
    }
  }
}

import Geometry
import Gestures
import TestSupport
import Testing

/// Keys by their letters on keyboards with a second layout, keys in contexts, and held keys.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct KeyboardProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
  }

  /// Keys by their positions on a US keyboard; the numbers are evdev keycodes, as in Xvfb.
  private enum Code {
    static let four = 13
    static let zero = 19
    static let r = 27
    static let t = 28
    static let a = 38
    static let d = 40
    static let g = 42
    static let capsLock = 66
  }

  private func viewer(_ settings: String, _ files: [String]) throws -> RunningViewer {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array(("bar = \"off\"\n" + settings).utf8))
    return try RunningViewer(
      ["--geometry", "600x400"] + files,
      environment: ["XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": "/proc/nowhere"])
  }

  /// The user changes the keyboard's layouts while the window is open, and switches between them
  /// with a key.
  @Test(.enabled(if: TestProcess.canFind("setxkbmap"), "setxkbmap is not installed"))
  func lettersAreThoseOfTheKeysInASecondLayout() throws {
    let viewer = try viewer(
      """
      [keys]
      "g t" = "turn-left"
      "Ctrl+D" = "zoom-to 2"
      """, [file])
    func expect(turned quarters: Int, _ what: String) {
      viewer.expect(
        picture.turned(quarters: quarters).centered(on: viewer.size, surround: surround), what)
    }
    expect(turned: 0, "as it is")
    var turned = 0
    for layout in ["ru", "gr", "il"] {
      let change = try viewer.server.run(
        "setxkbmap", ["-layout", "us,\(layout)", "-option", "", "-option", "grp:caps_toggle"])
      #expect(change.wait(limit: 60) == .status(0), "\(change.standardError)")
      for group in [1, 0] as [UInt32] {
        viewer.hands.key(code: Code.capsLock)
        #expect(viewer.hands.layoutGroup == group, "the key switches to \(layout)")
        let name = "\(layout), group \(group)"
        turned = (turned + 1) % 4
        viewer.hands.key(code: Code.r)
        expect(turned: turned, "r of \(name)")
        turned = (turned + 3) % 4
        viewer.hands.key(code: Code.r, shifted: true)
        expect(turned: turned, "R of \(name)")
        turned = (turned + 3) % 4
        viewer.hands.key(code: Code.g)
        viewer.hands.key(code: Code.t)
        expect(turned: turned, "g t of \(name)")
        // What may follow is shown for a second.
        viewer.hands.key(code: Code.g)
        let shown = picture.turned(quarters: turned)
          .centered(on: viewer.size, surround: surround)
        #expect(waitUntil(RunningViewer.timeout) { viewer.screen != shown }, "no note of \(name)")
        expect(turned: turned, "the note of \(name) stays")
        viewer.hands.hold(Key.control)
        viewer.hands.key(code: Code.d)
        viewer.hands.letGo(Key.control)
        viewer.expectTitle("Ctrl+D of \(name)") { $0.contains("200 %") }
        viewer.hands.key(code: Code.zero)
        viewer.expectTitle("0 of \(name)") { $0.contains("100 %") }
      }
    }
    #expect(viewer.quit() == .status(0))
  }

  /// Czech keyboards have letters where others have digits; Russian letters stand for Latin ones
  /// unless they are bound.
  @Test(.enabled(if: TestProcess.canFind("setxkbmap"), "setxkbmap is not installed"))
  func lettersBeyondLatin1AreBound() throws {
    let viewer = try viewer(
      """
      [keys]
      "č" = "zoom-to 2"
      "ф" = "zoom-to 4"
      "g" = "zoom-to 8"
      """, [file])
    viewer.expectTitle { $0.contains("100 %") }
    func use(_ layout: String, group: UInt32) throws {
      let change = try viewer.server.run("setxkbmap", ["-layout", layout])
      #expect(change.wait(limit: 60) == .status(0), "\(change.standardError)")
      viewer.hands.lockLayout(group)
    }
    try use("cz", group: 0)
    viewer.hands.key(code: Code.four)
    viewer.expectTitle("č of cz") { $0.contains("200 %") }
    try use("us,ru", group: 1)
    viewer.hands.key(code: Code.a)
    viewer.expectTitle("ф of ru") { $0.contains("400 %") }
    viewer.hands.key(code: Code.g)
    viewer.expectTitle("п of ru") { $0.contains("800 %") }
    viewer.hands.lockLayout(0)
    viewer.hands.key(code: Code.zero)
    viewer.expectTitle("0 of us") { $0.contains("100 %") }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  /// Waits until the middle of the window has the colour of a frame.
  private func expect(
    frame number: Int, in viewer: RunningViewer, at location: SourceLocation = #_sourceLocation
  ) {
    let isThere = waitUntil(RunningViewer.timeout) {
      let screen = viewer.screen
      guard screen.size == viewer.size else { return false }
      let color = screen[screen.size.width / 2, screen.size.height / 2] & 0xff_ffff
      return color == FilmPicture.colors[number]
    }
    #expect(isThere, "no frame \(number)", sourceLocation: location)
  }

  @Test func keysHaveTheCommandsOfTheirContext() throws {
    let film = try folder.file("b.gif", FilmPicture.gif(PixelSize(width: 300, height: 200)))
    let viewer = try viewer(
      """
      animation = false
      [keys]
      "y" = "zoom-to 2"
      [keys.animation]
      "Space" = "next-page"
      [keys.full-screen]
      "y" = "zoom-to 4"
      """, [file, film])
    viewer.expectTitle { $0.hasPrefix("a.png") && $0.contains("1 / 2") }
    viewer.type(" ")
    viewer.expectTitle { $0.hasPrefix("b.gif") }
    expect(frame: 0, in: viewer)
    viewer.type(" ")
    expect(frame: 1, in: viewer)
    viewer.expectTitle { $0.hasPrefix("b.gif") }
    viewer.type("y")
    viewer.expectTitle { $0.contains("200 %") }
    viewer.type("f")
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 }, "full screen")
    viewer.type("y")
    viewer.expectTitle { $0.contains("400 %") }
    viewer.type("p")
    viewer.expectTitle { $0.hasPrefix("a.png") }
    viewer.type(" ")
    viewer.expectTitle { $0.hasPrefix("b.gif") }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aKeyFallsThroughWhereItsCommandIsNotAllowed() throws {
    let film = try folder.file("b.gif", FilmPicture.gif(PixelSize(width: 300, height: 200)))
    let viewer = try viewer(
      """
      animation = false
      [keys]
      "Space" = "play"
      "q" = "unmark-all"
      """, [file, film])
    viewer.expectTitle { $0.hasPrefix("a.png") && $0.contains("1 / 2") }
    // Nothing is marked, but the key must not quit.
    viewer.type("q")
    viewer.waitUntilQuiet()
    #expect(viewer.process.isRunning)
    viewer.type(" ")
    viewer.expectTitle { $0.hasPrefix("b.gif") }
    expect(frame: 0, in: viewer)
    viewer.type(" ")
    for number in [1, 2, 3, 0] { expect(frame: number, in: viewer) }
    viewer.expectTitle { $0.hasPrefix("b.gif") }
    viewer.hands.key(0x71, holding: [Key.control])
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test func theWheelMakesTheStepsThatAreBoundToIt() throws {
    let other = try folder.picture("b.png", picture)
    let viewer = try viewer(
      """
      animation = false
      [keys]
      "WheelUp" = "previous"
      "WheelDown" = "next"
      "Shift+Wheel" = "zoom-by 2"
      """, [file, other])
    viewer.expectTitle { $0.hasPrefix("a.png") && $0.contains("1 / 2") }
    viewer.point(atX: 300, y: 200)
    viewer.hands.wheel(1)
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("100 %") }
    viewer.hands.hold(Key.shift)
    viewer.hands.wheel(-1)
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("200 %") }
    viewer.hands.wheel(-1)
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("400 %") }
    viewer.hands.wheel(2)
    viewer.hands.letGo(Key.shift)
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("100 %") }
    viewer.hands.hold(Key.control)
    viewer.hands.wheel(-1)
    viewer.hands.letGo(Key.control)
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("125 %") }
    viewer.hands.wheel(-1)
    viewer.expectTitle { $0.hasPrefix("a.png") }
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aHeldKeySwitchesOnce() throws {
    let viewer = try viewer("", [file])
    viewer.expectTitle { $0.hasPrefix("a.png") }
    let width = viewer.size.width
    viewer.hands.hold(Key.f)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 }, "full screen")
    // The key repeats some 25 times a second.
    #expect(!waitUntil(1.5) { viewer.size.width != 1280 })
    viewer.hands.letGo(Key.f)
    viewer.type("f")
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == width }, "pressed again")
    #expect(viewer.quit() == .status(0))
  }
}

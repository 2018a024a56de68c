import Geometry
import TestSupport
import Testing

/// The user's settings, as they show in the window.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PreferencesProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(1500, 1000)

  init() throws { folder = try TemporaryFolder() }

  private func open(_ settings: String, _ options: [String] = []) throws -> RunningViewer {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array(settings.utf8))
    let file = try folder.picture("map.png", picture)
    return try RunningViewer(
      ["--geometry", "600x400+30+20", "--bar", "off"] + options + [file],
      environment: ["XDG_CONFIG_HOME": folder["config"]])
  }

  private func part(_ x: Int, _ y: Int, around color: UInt32 = surround) -> PixelGrid {
    picture.laid(on: PixelSize(width: 600, height: 400), x: -x, y: -y, surround: color)
  }

  @Test func theWheelFollowsItsStepAndDirection() throws {
    let viewer = try open("wheel-step = 2\ninvert-wheel = true\n", ["--zoom", "2"])
    viewer.waitUntilQuiet()
    viewer.point(atX: 300, y: 200)
    viewer.hands.wheel(1)
    #expect(viewer.settledView(of: picture.size, scale: 4) != nil, "\(viewer.title)")
    viewer.hands.wheel(-1)
    #expect(viewer.settledView(of: picture.size, scale: 2) != nil, "\(viewer.title)")
  }

  @Test func theWheelPansAndZoomsWithControl() throws {
    let viewer = try open("wheel-pans = true\n", ["--zoom", "1"])
    viewer.expect(part(450, 300))
    viewer.point(atX: 300, y: 200)
    viewer.hands.wheel(1)
    #expect(try viewer.settled() == part(450, 360))
    viewer.hands.hold(Key.control)
    viewer.hands.wheel(-1)
    viewer.hands.letGo(Key.control)
    viewer.expectTitle { $0.contains("125 %") }
  }

  @Test func edgesColoursAndMotionFollowTheSettings() throws {
    let viewer = try open(
      """
      edge-policy = "centred"
      elastic-limit = 0
      animation = false
      background = "#102030"

      """, ["--zoom", "1"])
    viewer.expect(part(450, 300))
    viewer.hands.drag(fromX: 40, y: 30, toX: 540, y: 330, steps: 3)
    viewer.hands.drag(fromX: 40, y: 30, toX: 540, y: 330, steps: 3)
    // The picture's corner can be dragged as far as the middle of the window.
    #expect(try viewer.settled() == part(-300, -200, around: 0x102030))
  }

  @Test(arguments: [128, 512, 1024])
  func tilesOfAnySizeShowTheSamePixels(edge: Int) throws {
    let viewer = try open("tile-size = \(edge)\n", ["--zoom", "1"])
    viewer.expect(part(450, 300))
    viewer.hands.drag(fromX: 530, y: 330, toX: 40, y: 30, steps: 3)
    viewer.waitUntilQuiet()
    viewer.type("0")
    viewer.type("1")
    #expect(viewer.settledView(of: picture.size, scale: 1) != nil)
    #expect(viewer.process.standardError == "")
  }

  @Test func optionsOverrideSettings() throws {
    let viewer = try open("background = \"#102030\"\n", ["--background", "405060"])
    viewer.waitUntilQuiet()
    viewer.type("-")
    #expect(try viewer.settled()[0, 0] & 0xff_ffff != 0x102030)
  }

  @Test func theFilterSettingApplies() throws {
    let viewer = try open("filter = \"invert\"\n", ["--zoom", "1"])
    let inverted = PixelGrid(
      size: PixelSize(width: 600, height: 400),
      words: part(450, 300).words.map { $0 ^ 0xff_ffff })
    viewer.expect(inverted)
  }

  @Test func eachInvalidSettingGivesOneSentenceWithItsLine() throws {
    let viewer = try open(
      "animation = true\nwheel-step = 9\nwheel-stepp = 2\nfilter = \"invret\"\n", ["--zoom", "1"])
    viewer.waitUntilQuiet()
    // The defaults are used.
    viewer.point(atX: 300, y: 200)
    viewer.hands.wheel(-1)
    viewer.expectTitle { $0.contains("125 %") }
    _ = viewer.quit()
    let lines = viewer.process.standardError.split(separator: "\n").map(String.init)
    let file = folder["config/fresnel/config.toml"]
    func expect(_ line: Int, _ words: String) {
      #expect(
        lines.contains { $0.hasPrefix("fresnel: \(file):\(line): ") && $0.contains(words) },
        "\(lines)")
    }
    expect(2, "wheel-step must be")
    expect(3, "did you mean “wheel-step”?")
    expect(4, "invret")
    #expect(lines.count == 3, "\(lines)")
  }

  @Test func settingsChangeUntilTheWindowCloses() throws {
    let viewer = try open(
      """
      [keys]
      "b" = "set background 102030"
      "t" = "set tile-size 512"
      "z" = ["set wheel-step 2", "set animation false"]
      "y" = "set wheel-step 9"

      """, ["--zoom", "1", "--background", "405060"])
    #expect(
      viewer.process.standardError.contains(
        "config.toml:5: “y”: wheel-step must be 1.01 to 4, not “9”."))
    viewer.expect(part(450, 300))
    // Upright, it leaves room beside it.
    viewer.type("0")
    viewer.type("r")
    #expect(try viewer.settled()[0, 0] & 0xff_ffff == 0x405060)
    viewer.type("b")
    #expect(try viewer.settled()[0, 0] & 0xff_ffff == 0x102030)
    viewer.type("R")
    viewer.type("1")
    viewer.type("z")
    viewer.type("+")
    viewer.expectTitle { $0.contains("200 %") }
    viewer.type("t")
    let sentence = "“tile-size” is read only when a window opens: change it in config.toml"
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.process.standardError.contains(sentence) },
      "\(viewer.process.standardError)")
    viewer.type(":")
    for letter in "set filter invert".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.type("1")
    let inverted = PixelGrid(
      size: PixelSize(width: 600, height: 400),
      words: part(450, 300).words.map { $0 ^ 0xff_ffff })
    viewer.expect(inverted)
  }

  @Test func anUnparsableFileChangesNothing() throws {
    let viewer = try open("wheel-step = [\n", ["--zoom", "1"])
    viewer.waitUntilQuiet()
    #expect(viewer.title.contains("100 %"))
    _ = viewer.quit()
    #expect(
      viewer.process.standardError.contains("config.toml:"), "\(viewer.process.standardError)")
  }
}

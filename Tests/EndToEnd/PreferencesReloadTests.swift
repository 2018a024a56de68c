import Geometry
import Glibc
import TestSupport
import Testing

/// The settings file, saved while a window shows a picture.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PreferencesReloadTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder["config/fresnel/config.toml"] }

  private func open(_ settings: String, _ options: [String] = []) throws -> RunningViewer {
    try folder.folders("config/fresnel")
    try save(settings)
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer(
      ["--geometry", "600x400+30+20"] + options + [file],
      environment: ["XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": "/proc/nowhere"])
    viewer.waitUntilQuiet()
    return viewer
  }

  private func save(_ settings: String) throws {
    try folder.file("config/fresnel/config.toml", Array("bar = \"off\"\n\(settings)".utf8))
  }

  private func shown(_ color: UInt32, quarters: Int = 0) -> PixelGrid {
    picture.turned(quarters: quarters).centered(
      on: PixelSize(width: 600, height: 400), surround: color)
  }

  /// The lines that the viewer has written, without those from before.
  private func expectLine(_ line: String, of viewer: RunningViewer) {
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.process.standardError.contains(line) },
      "\(viewer.process.standardError)")
  }

  @Test func savedSettingsApplyAtOnce() throws {
    let viewer = try open("background = \"102030\"\n")
    viewer.expect(shown(0x102030))
    try save("background = \"405060\"\nwheel-step = 2\n[keys]\n\"r\" = \"turn-left\"\n")
    viewer.expect(shown(0x405060), "written in place")
    viewer.type("r")
    viewer.expect(shown(0x405060, quarters: 3), "the new key")
    viewer.type("R")
    viewer.expect(shown(0x405060, quarters: 2), "a default key")
    viewer.type("+")
    viewer.expectTitle { $0.contains("200 %") }
    // Renamed into place.
    viewer.type("1")
    try folder.file(
      "config/fresnel/new", Array("bar = \"off\"\nfilter = \"invert\"\n".utf8))
    try #require(rename(folder["config/fresnel/new"], path) == 0)
    let turned = picture.turned(quarters: 2)
    let inverted = PixelGrid(size: turned.size, words: turned.words.map { $0 ^ 0xff_ffff })
    viewer.expect(
      inverted.centered(on: PixelSize(width: 600, height: 400), surround: 0x202020), "the filter")
    unlink(path)
    viewer.expect(shown(0x202020, quarters: 2), "removed")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aBrokenFileChangesNothingAndSaysSo() throws {
    let viewer = try open("background = \"102030\"\n[keys]\n\"y\" = \"turn-right\"\n")
    viewer.expect(shown(0x102030))
    try save("background = \"405060\"\nwheel-step = \n")
    expectLine("config.toml:3: ", of: viewer)
    viewer.type("y")
    _ = try viewer.settled()
    try save("background = \"102030\"\nwheel-step = 9\ntile-size = 512\n")
    expectLine("config.toml:3: wheel-step must be", of: viewer)
    expectLine("fresnel: a new window is needed for the changed “tile-size”\n", of: viewer)
    try save("background = \"405060\"\n")
    viewer.expect(shown(0x405060, quarters: 1), "mended")
    #expect(viewer.quit() == .status(0))
    let lines = viewer.process.standardError.split(separator: "\n")
    #expect(lines.count == 3, "\(lines)")
  }

  @Test func theCommandLineAndTheSetCommandStay() throws {
    let viewer = try open("[keys]\n\"y\" = \"set wheel-step 4\"\n", ["--background", "102030"])
    viewer.expect(shown(0x102030))
    viewer.type("y")
    try save("background = \"405060\"\n[keys]\n\"z\" = \"zoom-to 2\"\n")
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.type("z")
        viewer.waitUntilQuiet()
        return viewer.title.contains("200 %")
      })
    viewer.type("+")
    viewer.expectTitle { $0.contains("800 %") }
    viewer.type("1")
    viewer.expect(shown(0x102030))
  }

  @Test func programsSetWhatLetsNothingLeave() throws {
    let socket = folder["socket"]
    let viewer = try open("", ["--listen", socket])
    viewer.expect(shown(0x202020))
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    func tell(_ words: String...) throws -> (end: TestProcess.Exit?, sentence: String) {
      let process = try TestProcess(
        RunningViewer.program, ["tell", socket, words.joined(separator: " ")])
      return (process.wait(limit: RunningViewer.timeout), process.standardError)
    }
    let taken = try tell("set", "background", "405060")
    #expect(taken.end == .status(0), "\(taken.sentence)")
    viewer.expect(shown(0x405060))
    for (words, sentence) in [
      (["netrc", "true"], "“set netrc” needs confirmation: start fresnel with --listen-trusted"),
      (
        ["tile-size", "512"],
        "“tile-size” is read only when a window opens: change it in config.toml"
      ),
      (["wheel-step", "9"], "wheel-step must be 1.01 to 4, not “9”"),
    ] {
      let refused = try tell("set", words[0], words[1])
      #expect(refused.end == .status(1))
      #expect(refused.sentence == "fresnel: \(sentence)\n")
    }
  }

  @Test func aFolderThatAppearsIsRead() throws {
    try folder.folders("config")
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer(
      ["--geometry", "600x400+30+20", "--bar", "off", file],
      environment: ["XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": "/proc/nowhere"])
    viewer.expect(shown(0x202020))
    viewer.waitUntilQuiet()
    #expect(access(folder["config/fresnel"], F_OK) != 0)
    try #require(mkdir(folder["config/fresnel"], 0o755) == 0)
    try save("background = \"405060\"\n")
    viewer.expect(shown(0x405060))
  }

  @Test func aFileThatIsRewrittenAllTheTimeLeavesTheWindowUsable() throws {
    let viewer = try open("background = \"102030\"\n")
    viewer.expect(shown(0x102030))
    for round in 0..<150 {
      switch round % 4 {
      case 0: try save("background = \"4050\(10 + round % 90)\"\n[keys]\n\"y\" = \"mirror\"\n")
      case 1: try save("background = [[[[\n")
      case 2:
        unlink(path)
        mkfifo(path, 0o600)
        unlink(path)
      default: try save(String(repeating: "# a comment\n", count: 10_000))
      }
      if round % 30 == 0 { viewer.type("r") }
      usleep(10_000)
    }
    try save("background = \"102030\"\n")
    viewer.expect(shown(0x102030, quarters: 1), "turned five times")
    #expect(viewer.quit() == .status(0))
  }
}

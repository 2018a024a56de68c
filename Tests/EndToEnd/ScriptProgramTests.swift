import Geometry
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// Scripts on a key, from the palette and through the socket.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ScriptProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)

  init() throws { folder = try TemporaryFolder() }

  private func viewer(_ arguments: [String] = [], settings: String) throws -> RunningViewer {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array(settings.utf8))
    let file = try folder.picture("a.png", picture)
    let viewer = try RunningViewer(
      ["--geometry", "600x400"] + arguments + [file],
      environment: ["XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": "/proc/nowhere"])
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
    return viewer
  }

  private var settings: String {
    """
    [scripts]
    note = ["sh", "-c", "(cat; env | grep '^FRESNEL_[PZRS]' | sort) > '\(folder["out"])'"]
    long = ["sleep", "1000"]
    broken = ["sh", "-c", "exit 3"]
    [keys]
    "y" = "script note"
    "u" = "script broken"
    "i" = "script long"
    "o" = "script notte"
    """
  }

  private var output: [String] {
    let bytes = (try? TemporaryFolder.contents(of: folder["out"])) ?? []
    return String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\0" }
      .map(String.init)
  }

  @Test func aKeyRunsAScriptWithThePicture() throws {
    let viewer = try viewer(settings: settings)
    viewer.type("y")
    let expected = [
      folder["a.png"], "FRESNEL_PAGE=1", "FRESNEL_REGION=0,0,400x300", "FRESNEL_ZOOM=1.0",
    ]
    #expect(waitUntil(RunningViewer.timeout) { output == expected }, "\(output)")
    unlink(folder["out"])
    viewer.type(":")
    for letter in "note".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    #expect(waitUntil(RunningViewer.timeout) { output == expected }, "\(output)")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func markedFilesAreTheInput() throws {
    let b = try folder.picture("b.png", picture)
    let viewer = try viewer([b], settings: settings)
    let variables = ["FRESNEL_PAGE=1", "FRESNEL_REGION=0,0,400x300", "FRESNEL_ZOOM=1.0"]
    func expectInput(_ paths: [String], at location: SourceLocation = #_sourceLocation) {
      viewer.type("y")
      let isThere = waitUntil(RunningViewer.timeout) { output == paths + variables }
      #expect(isThere, "\(output)", sourceLocation: location)
      unlink(folder["out"])
    }
    viewer.expectTitle { $0.hasPrefix("b.png") && $0.contains("1 / 2") }
    _ = try viewer.settled()
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ b.png") }
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("a.png") }
    // The one on the screen is not marked.
    _ = try viewer.settled()
    expectInput([b])
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ a.png") }
    expectInput([b, folder["a.png"]])
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func theRawFileFollowsItsPicture() throws {
    try folder.folders("config/fresnel")
    try folder.folders("pictures")
    // The names decide about pairs, and the contents about formats.
    for name in ["a.jpg", "a.cr3"] { try folder.picture("pictures/\(name)", picture) }
    try folder.file(
      "config/fresnel/config.toml", Array("pairs = true\n\(settings)".utf8))
    let viewer = try RunningViewer(
      ["--geometry", "600x400", folder["pictures"]],
      environment: ["XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": "/proc/nowhere"])
    viewer.expectTitle { $0.hasPrefix("a.jpg +CR3") }
    _ = try viewer.settled()
    viewer.type("y")
    let expected = [
      folder["pictures/a.jpg"], folder["pictures/a.cr3"], "FRESNEL_PAGE=1",
      "FRESNEL_REGION=0,0,400x300", "FRESNEL_ZOOM=1.0",
    ]
    #expect(waitUntil(RunningViewer.timeout) { output == expected }, "\(output)")
    #expect(viewer.quit() == .status(0))
  }

  @Test func itGetsThePageTheZoomAndThePart() throws {
    try folder.folders("config/fresnel")
    try folder.file(
      "config/fresnel/config.toml",
      Array("bar = \"off\"\nanimation = false\n\(settings)".utf8))
    let film = try folder.file("film.gif", FilmPicture.gif(PixelSize(width: 400, height: 300)))
    let viewer = try RunningViewer(
      ["--geometry", "600x400", "--zoom", "2", film],
      environment: ["XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": "/proc/nowhere"])
    viewer.expectTitle { $0.contains("200 %") }
    for index in 1...2 {
      viewer.type(".")
      let isShown = waitUntil(RunningViewer.timeout) {
        let screen = viewer.screen
        return screen.size == viewer.size
          && screen[300, 100] & 0xff_ffff == FilmPicture.colors[index]
      }
      #expect(isShown)
    }
    viewer.type("y")
    let expected = [
      film, "FRESNEL_PAGE=3", "FRESNEL_REGION=50,50,300x200", "FRESNEL_ZOOM=2.0",
    ]
    #expect(waitUntil(RunningViewer.timeout) { output == expected }, "\(output)")
    #expect(viewer.quit() == .status(0))
  }

  @Test func failuresAreReportedAndTheWindowGoesOn() throws {
    let viewer = try viewer(settings: settings)
    viewer.type("i")
    viewer.type("u")
    viewer.type("o")
    let sentences = [
      "fresnel: script “broken” ended with status 3\n",
      "fresnel: [scripts] has no “notte”; did you mean “note”?\n",
    ]
    #expect(
      waitUntil(RunningViewer.timeout) {
        let said = viewer.process.standardError
        return sentences.allSatisfy { said.contains($0) }
      }, "\(viewer.process.standardError)")
    let running = viewer.family.children.filter { ProcessFamily.name(of: $0) == "sleep" }
    let sleeper = try #require(running.first)
    #expect(running.count == 1)
    viewer.type("+")
    viewer.expectTitle { $0.contains("125 %") }
    // The script may outlive the window.
    #expect(viewer.quit() == .status(0))
    #expect(kill(sleeper, SIGKILL) == 0)
  }

  /// Both lines arrive at once, so the window reads the second one before the new file is known.
  @Test func noScriptStartsWhileOtherFilesAreOpened() throws {
    let b = try folder.picture("b.png", picture)
    let socket = folder["socket"]
    let viewer = try viewer(["--listen", socket, "--listen-trusted"], settings: settings)
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    let peer = try RemotePeer(socket)
    func expectAnswers(_ expected: [String], to lines: String) {
      peer.send(Array(lines.utf8))
      var answers: [JSON] = []
      waitUntil(RunningViewer.timeout) {
        answers += peer.receive().compactMap { $0["error"] }
        return answers.count >= expected.count
      }
      #expect(answers == expected.map { .string($0) })
    }
    expectAnswers(
      ["success", "other files are being opened"], to: "open '\(b)'\nscript note\n")
    viewer.expectTitle { $0.hasPrefix("b.png") }
    _ = try viewer.settled()
    #expect(output.isEmpty)
    expectAnswers(["success"], to: "script note\n")
    #expect(waitUntil(RunningViewer.timeout) { output.first == b }, "\(output)")
    #expect(viewer.quit() == .status(0))
  }

  @Test(arguments: [true, false])
  func programsRunScriptsOnlyIfTrusted(isTrusted: Bool) throws {
    let socket = folder["socket"]
    let viewer = try viewer(
      ["--listen", socket] + (isTrusted ? ["--listen-trusted"] : []), settings: settings)
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    let process = try TestProcess(RunningViewer.program, ["tell", socket, "script", "note"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(isTrusted ? 0 : 1))
    if isTrusted {
      #expect(waitUntil(RunningViewer.timeout) { output.contains("FRESNEL_SOCKET=\(socket)") })
    } else {
      #expect(
        process.standardError
          == "fresnel: “script” needs confirmation: start fresnel with --listen-trusted\n")
      #expect(output.isEmpty)
    }
    #expect(viewer.quit() == .status(0))
  }
}

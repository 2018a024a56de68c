import Gestures
import Glibc
import TestSupport
import Testing

/// Opening files with another program of the desktop, and the desktop's recently used files.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct OpenWithTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)

  init() throws {
    folder = try TemporaryFolder()
    try folder.folders("pictures")
    for name in ["a b", "c"] { try folder.picture("pictures/\(name).png", picture) }
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array("bar = \"off\"\n".utf8))
    try folder.folders("data/applications")
    try folder.folders("no-data")
  }

  private func viewer(environment: [String: String?] = [:]) throws -> RunningViewer {
    var variables: [String: String?] = [
      "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": folder["state"],
      "XDG_DATA_HOME": folder["data"], "HOME": folder.path, "DBUS_SESSION_BUS_ADDRESS": nil,
      "XDG_RUNTIME_DIR": folder.path, "FRESNEL_SECRET": "1", "XDG_DATA_DIRS": "/usr/share",
    ]
    for (name, value) in environment { variables[name] = value }
    return try RunningViewer(
      ["--geometry", "600x400", folder["pictures/a b.png"]], environment: variables)
  }

  /// Adds a program that writes what it gets.
  private func addProgram(_ name: String, takes code: String = "%F") throws {
    let script = try folder.file(
      "\(name).sh",
      Array(
        """
        #!/bin/sh
        for name; do echo "$name"; done > '\(folder.path)/part'
        env | grep -E '^(DESKTOP_STARTUP_ID|FRESNEL_)' | sort >> '\(folder.path)/part'
        grep '^SigBlk' /proc/self/status >> '\(folder.path)/part'
        echo noise
        mv '\(folder.path)/part' '\(folder["out"])'

        """.utf8))
    chmod(script, 0o755)
    try folder.file(
      "data/applications/\(name).desktop",
      Array(
        """
        [Desktop Entry]
        Type=Application
        Name=\(name)
        Exec=\(script) \(code)
        MimeType=image/png;

        """.utf8))
    try folder.file(
      "data/applications/mimeapps.list",
      Array("[Added Associations]\nimage/png=\(name).desktop;\n".utf8))
  }

  private var output: [String] {
    let bytes = (try? TemporaryFolder.contents(of: folder["out"])) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n" as Character).map(
      String.init)
  }

  private func openList(in viewer: RunningViewer) throws {
    let before = try viewer.settled()
    #expect(viewer.hands.key(0x6F, holding: [Key.control, 0xFFE1]))
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "no list")
    viewer.waitUntilQuiet()
  }

  private func type(_ text: String, in viewer: RunningViewer) {
    for letter in text.unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
  }

  private func waitForOutput() -> [String] {
    #expect(waitUntil(RunningViewer.timeout) { !output.isEmpty }, "the program was not started")
    return output
  }

  @Test func theChosenProgramGetsTheFile() throws {
    try addProgram("zzprobe")
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a b.png") }
    try openList(in: viewer)
    type("zzp", in: viewer)
    let lines = waitForOutput()
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[0] == folder["pictures/a b.png"])
    #expect(lines[1].hasPrefix("DESKTOP_STARTUP_ID=fresnel-\(viewer.process.pid)-"))
    let time = lines[1].split(separator: "=" as Character).last?.split(separator: "_").last ?? ""
    #expect(time.hasPrefix("TIME") && (Int(time.dropFirst(4)) ?? 0) > 0, "\(lines[1])")
    #expect(lines[2] == "SigBlk:\t0000000000000000")
    viewer.waitUntilQuiet()
    let children = viewer.family.children.map { ProcessFamily.name(of: $0) }
    #expect(!children.contains("zzprobe.sh"), "neither a child nor a zombie: \(children)")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "" && viewer.process.standardOutput.isEmpty)
  }

  @Test func markedFilesAreAllHandedOver() throws {
    try addProgram("zzprobe")
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a b.png") && $0.contains("1 / 2") }
    _ = try viewer.settled()
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ a b.png") }
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("c.png") }
    _ = try viewer.settled()
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ c.png") }
    try openList(in: viewer)
    type("zzp", in: viewer)
    let names = waitForOutput().prefix(2)
    #expect(Array(names) == [folder["pictures/a b.png"], folder["pictures/c.png"]])
    #expect(viewer.quit() == .status(0))
  }

  /// Without programs, the list closes, and the keys are the picture's again.
  @Test func withoutProgramsTheListCloses() throws {
    let viewer = try viewer(environment: ["XDG_DATA_DIRS": folder["no-data"]])
    viewer.expectTitle { $0.hasPrefix("a b.png") && $0.contains("1 / 2") }
    _ = try viewer.settled()
    #expect(viewer.hands.key(0x6F, holding: [Key.control, 0xFFE1]))
    viewer.waitUntilQuiet()
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("c.png") }
    #expect(viewer.quit() == .status(0))
  }

  @Test(arguments: ["on", "private", "off"])
  func otherProgramsOfferRecentFiles(use: String) throws {
    try folder.file(
      "config/fresnel/config.toml", Array("bar = \"off\"\nrecent-files = \"\(use)\"\n".utf8))
    let viewer = try viewer()
    viewer.expectTitle { $0.hasPrefix("a b.png") }
    let list = folder["data/recently-used.xbel"]
    func address() -> Bool {
      let text = (try? TemporaryFolder.contents(of: list)).map {
        String(decoding: $0, as: UTF8.self)
      }
      return text?.contains("file://\(folder.path)/pictures/a%20b.png") == true
    }
    if use == "on" {
      #expect(waitUntil(RunningViewer.timeout) { address() }, "the list")
    } else {
      usleep(2_500_000)
    }
    #expect(viewer.quit() == .status(0))
    #expect((access(list, F_OK) == 0) == (use == "on"))
    #expect(viewer.process.standardError == "")
  }
}

import Glibc
import TestSupport
import Testing

/// The viewer beside programs of the desktop that people use with it.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PeerProgramTests {
  private let folder: TemporaryFolder
  private let viewer: RunningViewer

  init() throws {
    folder = try TemporaryFolder()
    try folder.folders("pictures")
    try folder.folders("target")
    try folder.picture("pictures/a.png", CoordinatePicture.grid(300, 200))
    try folder.picture("pictures/b.png", CoordinatePicture.grid(200, 200))
    viewer = try RunningViewer(
      ["--geometry", "400x300+500+300", folder["pictures/a.png"]],
      environment: RunningViewer.nobody.merging(["XDG_DATA_HOME": folder["data"]]) { $1 })
    viewer.expectTitle { $0.contains("1 / 2") }
  }

  /// The environment of a user of the programs, so that no setting of the tester's counts.
  private var home: [String: String?] {
    [
      "HOME": folder["home"], "XDG_DATA_HOME": folder["data"], "XDG_CONFIG_HOME": folder["config"],
      "XDG_CACHE_HOME": folder["cache"], "XDG_RUNTIME_DIR": folder["run"],
    ]
  }

  /// Starts a program with a message bus of its own.
  private func start(_ program: String, _ arguments: [String]) throws -> TestProcess {
    for name in ["home", "data", "config", "cache", "run"] where access(folder[name], F_OK) != 0 {
      try folder.folder(name)
    }
    chmod(folder["run"], 0o700)
    return try viewer.server.run(
      "dbus-run-session", ["--", program] + arguments, environment: home)
  }

  private static func missing(_ programs: String...) -> String? {
    programs.first { !TestProcess.canFind($0) }.map { "\($0) is not installed" }
  }

  private static let withoutManager = missing("pcmanfm", "openbox", "dbus-run-session")

  @Test(.enabled(if: withoutManager == nil, "\(withoutManager ?? "")"))
  func aFileManagerPastesTheCopiedFile() throws {
    let manager = try WindowManager("openbox", on: viewer.server, client: viewer.client)
    let program = try start("pcmanfm", ["--no-desktop", folder["target"]])
    func window() -> UInt? {
      viewer.client.windows().first {
        viewer.client.text("_NET_WM_NAME", of: $0) == "target" && viewer.client.isViewable($0)
      }
    }
    #expect(waitUntil(RunningViewer.timeout) { window() != nil }, "\(program.standardError)")
    viewer.client.focus(viewer.window)
    #expect(viewer.hands.key(Key.c, holding: [Key.control]))
    #expect(waitUntil(RunningViewer.timeout) { viewer.client.owner(ofSelection: "CLIPBOARD") != 0 })
    viewer.client.focus(try #require(window()))
    // The manager may still be reading its folder.
    let isPasted = waitUntil(RunningViewer.timeout) {
      _ = viewer.hands.key(0x76, holding: [Key.control])
      return waitUntil(2) { !TemporaryFolder.names(in: folder["target"]).isEmpty }
    }
    #expect(isPasted)
    let copied = try TemporaryFolder.contents(of: folder["pictures/a.png"])
    // The manager may still be writing.
    #expect(
      waitUntil(RunningViewer.timeout) {
        (try? TemporaryFolder.contents(of: folder["target/a.png"])) == copied
      })
    #expect(TemporaryFolder.names(in: folder["pictures"]) == ["a.png", "b.png"])
    program.terminate()
    withExtendedLifetime(manager) {}
  }

  @Test(.enabled(if: missing("trash-list") == nil, "trash-list is not installed"))
  func anotherProgramListsTheTrash() throws {
    viewer.type(Key.delete)
    viewer.expectTitle { $0.contains("b.png") }
    let isTrashed = waitUntil(RunningViewer.timeout) { access(folder["pictures/a.png"], F_OK) != 0 }
    // If temporary files are on another device than the home folder, they have no trash.
    guard isTrashed else { return }
    func listed() throws -> String {
      let list = try viewer.server.run("trash-list", environment: home)
      #expect(list.wait(limit: RunningViewer.timeout) == .status(0))
      return String(decoding: list.standardOutput, as: UTF8.self)
    }
    #expect(try listed().hasSuffix(" \(folder["pictures/a.png"])\n"))
    #expect(viewer.hands.key(0x7A, holding: [Key.control]))
    viewer.expectTitle { $0.contains("a.png") }
    #expect(try listed() == "")
  }

  private static let withoutKeeper = missing("xfce4-clipman", "xclip", "dbus-run-session")

  private func started() throws -> TestProcess {
    let keeper = try start("xfce4-clipman", [])
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.client.owner(ofSelection: "CLIPBOARD_MANAGER") != 0
      }, "\(keeper.standardError)")
    return keeper
  }

  private func pasted(_ target: String) throws -> [UInt8] {
    let program = try viewer.server.run("xclip", ["-selection", "clipboard", "-o", "-t", target])
    _ = program.wait(limit: RunningViewer.timeout)
    return program.standardOutput
  }

  /// Waits until the manager has taken over the text of a program that is gone.
  private func isKept(_ text: [UInt8]) -> Bool {
    waitUntil(RunningViewer.timeout) { (try? pasted("UTF8_STRING")) == text }
  }

  private var path: [UInt8] { Array(folder["pictures/a.png"].utf8) }

  @Test(.enabled(if: withoutKeeper == nil, "\(withoutKeeper ?? "")"))
  func aClipboardManagerKeepsTheCopyAfterTheEnd() throws {
    let keeper = try started()
    // xfce4-clipman 1.6.6 empties the clipboard once a program that offered a picture is gone.
    let keepsPictures = try self.keepsPictures()
    let before = viewer.client.owner(ofSelection: "CLIPBOARD")
    #expect(viewer.hands.key(Key.c, holding: [Key.control]))
    #expect(
      waitUntil(RunningViewer.timeout) {
        ![0, before].contains(viewer.client.owner(ofSelection: "CLIPBOARD"))
      })
    #expect(viewer.quit() == .status(0))
    if keepsPictures {
      #expect(isKept(path))
      #expect(try pasted("text/uri-list") == Array("file://".utf8) + path + [13, 10])
    }
    keeper.terminate()
  }

  /// Returns true if the manager keeps a picture of another program after its end.
  private func keepsPictures() throws -> Bool {
    let other = try viewer.server.run(
      "xclip", ["-quiet", "-selection", "clipboard", "-t", "image/png", folder["pictures/a.png"]])
    #expect(waitUntil(RunningViewer.timeout) { viewer.client.owner(ofSelection: "CLIPBOARD") != 0 })
    // The manager reads what is new in its own time.
    usleep(1_000_000)
    other.terminate()
    return waitUntil(3) { (try? pasted("image/png"))?.isEmpty == false }
  }

  @Test(.enabled(if: withoutKeeper == nil, "\(withoutKeeper ?? "")"))
  func aClipboardManagerKeepsThePathAfterTheEnd() throws {
    let keeper = try started()
    #expect(viewer.hands.key(0x43, holding: [Key.control]))
    #expect(waitUntil(RunningViewer.timeout) { viewer.client.owner(ofSelection: "CLIPBOARD") != 0 })
    #expect(viewer.quit() == .status(0))
    #expect(isKept(path))
    keeper.terminate()
  }
}

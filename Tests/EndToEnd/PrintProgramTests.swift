import Geometry
import Gestures
import Glibc
import TestSupport
import Testing

/// Printing, and the wallpaper, by the portal and without one.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PrintProgramTests {
  let folder: TemporaryFolder
  let picture = PixelGrid(
    width: 1280, height: 800,
    opaque: { x, y in
      x < 640 ? (y < 400 ? 0xff0000 : 0x00ff00) : UInt32(y & 0xff)
    })

  init() throws {
    folder = try TemporaryFolder()
    try folder.picture("a 'b'.png", picture)
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array("bar = \"off\"\n".utf8))
    try folder.folders("programs")
    try folder.folders("state/fresnel")
  }

  /// A viewer without a bus, unless `portal` has one, and with the programs of the test's folder.
  private func viewer(
    _ portal: ScriptedPortal? = nil, on server: XServer? = nil, path: String? = nil
  ) throws -> RunningViewer {
    let viewer = try RunningViewer(
      ["--geometry", "600x400", folder["a 'b'.png"]], on: server,
      environment: [
        "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": folder["state"],
        "DBUS_SESSION_BUS_ADDRESS": portal?.address, "XDG_RUNTIME_DIR": folder.path,
        "HOME": folder.path, "PATH": path ?? "\(folder["programs"]):/usr/bin:/bin",
      ])
    viewer.expectTitle { $0.hasPrefix("a 'b'.png") }
    _ = try viewer.settled()
    return viewer
  }

  /// Adds a program `lp` that keeps what it gets, and ends with a status.
  private func addPrinter(status: Int = 0) throws {
    let script = try folder.file(
      "programs/lp",
      Array(
        """
        #!/bin/sh
        cat > '\(folder["part"])'
        for word; do echo "$word"; done > '\(folder["words"])'
        mv '\(folder["part"])' '\(folder["out.pdf"])'
        exit \(status)

        """.utf8))
    chmod(script, 0o755)
  }

  private func press(_ key: UInt32, in viewer: RunningViewer) {
    #expect(viewer.hands.key(key, holding: [Key.control]))
  }

  private static let p: UInt32 = 0x70
  private static let f8: UInt32 = 0xFFC5

  /// Presses a key, waits for the question, and answers it with yes.
  private func pressAndConfirm(_ key: UInt32, in viewer: RunningViewer) {
    let before = viewer.screen
    press(key, in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "no question")
    viewer.waitUntilQuiet()
    viewer.type(Key.enter)
  }

  private func contents(_ name: String) -> [UInt8] {
    (try? TemporaryFolder.contents(of: folder[name])) ?? []
  }

  /// Expects a page with the picture in the middle.
  private func expectPage(_ bytes: [UInt8]) throws {
    #expect(bytes.starts(with: Array("%PDF-1.4\n".utf8)))
    let file = try folder.file("page.pdf", bytes)
    let page = try RenderRun.pixels(file, in: folder)
    // A4 across, at 96 dpi.
    #expect(page.size == PixelSize(width: 1123, height: 794))
    func color(_ x: Int, _ y: Int) -> UInt32 { page.words[y * page.size.width + x] }
    #expect(color(10, 10) == 0xffff_ffff && color(1112, 783) == 0xffff_ffff)
    // The halves on the left are red and green.
    #expect(color(200, 150) == 0xffff_0000, "\(String(color(200, 150), radix: 16))")
    #expect(color(200, 450) == 0xff00_ff00, "\(String(color(200, 450), radix: 16))")
  }

  @Test func withoutAPortalTheDefaultPrinterPrints() throws {
    try addPrinter()
    let viewer = try viewer()
    pressAndConfirm(Self.p, in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { !contents("out.pdf").isEmpty }, "lp")
    try expectPage(contents("out.pdf"))
    let words = String(decoding: contents("words"), as: UTF8.self)
    #expect(words == "-s\n-t\na b.png\n-o\nfit-to-page\n")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func withoutAPrinterTheWindowGoesOn() throws {
    let viewer = try viewer(path: folder["programs"])
    pressAndConfirm(Self.p, in: viewer)
    viewer.waitUntilQuiet()
    try addPrinter(status: 1)
    pressAndConfirm(Self.p, in: viewer)
    viewer.waitUntilQuiet()
    #expect(viewer.process.isRunning)
    #expect(viewer.quit() == .status(0))
  }

  @Test(.enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
  func thePortalPrints() throws {
    let portal = try ScriptedPortal(.grants)
    let viewer = try viewer(portal)
    press(Self.p, in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { portal.calls.count == 2 }, "\(portal.calls.count)")
    let calls = portal.calls
    #expect(calls.map(\.method) == ["Print.PreparePrint", "Print.Print"])
    let parent = "('x11:\(String(viewer.window, radix: 16))', 'a b.png', "
    #expect(calls.allSatisfy { $0.arguments.hasPrefix(parent) }, "\(calls[0].arguments)")
    #expect(calls[1].arguments.hasSuffix("'token': <uint32 7>})"), "\(calls[1].arguments)")
    try expectPage(calls[1].file)
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  /// A dialog that is never answered holds up neither the window nor its end.
  @Test(
    .enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"),
    arguments: [ScriptedPortal.Behaviour.cancels, .isSilent, .refuses, .isNonsense])
  func nothingIsPrintedWithoutConsent(behaviour: ScriptedPortal.Behaviour) throws {
    try addPrinter()
    let portal = try ScriptedPortal(behaviour)
    let viewer = try viewer(portal)
    press(Self.p, in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { !portal.calls.isEmpty })
    usleep(500_000)
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    #expect(portal.calls.map(\.method) == ["Print.PreparePrint"])
    #expect(viewer.quit() == .status(0))
    #expect(contents("out.pdf").isEmpty)
  }

  @Test(.enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
  func thePortalSetsTheWallpaper() throws {
    let portal = try ScriptedPortal(.grants)
    let viewer = try viewer(portal)
    pressAndConfirm(Self.f8, in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { !portal.calls.isEmpty })
    let call = try #require(portal.calls.first)
    #expect(call.method == "Wallpaper.SetWallpaperFile")
    let file = try folder.file("wallpaper.png", call.file)
    #expect(try PixelGrid(png: file) == picture)
    #expect(viewer.quit() == .status(0))
    #expect(viewer.client.numbers("_XROOTPMAP_ID", of: viewer.client.root).isEmpty)
  }

  /// Some desktops show the file that they were given: a picture stays only if it is accepted.
  @Test(
    .enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"),
    arguments: [ScriptedPortal.Behaviour.grants, .cancels])
  func theFileOfAWallpaperStaysIfItIsAccepted(behaviour: ScriptedPortal.Behaviour) throws {
    let former = try folder.file("state/fresnel/wallpaper-1.png", [1])
    let portal = try ScriptedPortal(behaviour)
    let viewer = try viewer(portal)
    pressAndConfirm(Self.f8, in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { !portal.calls.isEmpty })
    let new = folder["state/fresnel/wallpaper-2.png"]
    let (stays, goes) = behaviour == .grants ? (new, former) : (former, new)
    #expect(waitUntil(RunningViewer.timeout) { access(goes, F_OK) != 0 })
    #expect(access(stays, F_OK) == 0)
    #expect(viewer.quit() == .status(0))
  }

  @Test func withoutAPortalThePictureIsBehindAllWindows() throws {
    let server = try XServer()
    let client = try TestClient(server)
    for _ in 0..<2 {
      let viewer = try viewer(on: server)
      let former = client.numbers("_XROOTPMAP_ID", of: client.root)
      pressAndConfirm(Self.f8, in: viewer)
      #expect(
        waitUntil(RunningViewer.timeout) {
          let new = client.numbers("_XROOTPMAP_ID", of: client.root)
          return !new.isEmpty && new != former
        }, "no wallpaper")
      viewer.waitUntilQuiet()
      #expect(viewer.quit() == .status(0))
      let names = ["_XROOTPMAP_ID", "ESETROOT_PMAP_ID"]
      let pixmaps = names.map { client.numbers($0, of: client.root) }
      #expect(pixmaps[0] == pixmaps[1] && pixmaps[0].count == 1 && pixmaps[0] != former)
      let screen = ScreenReader(client).grid(PixelRect(picture.size))
      #expect(screen == picture, "\(screen?.difference(from: picture) ?? "unreadable")")
      // It is still there for programs that imitate transparency, and the former one is not.
      #expect(former.allSatisfy { client.size(ofPixmap: $0) == nil })
      #expect(client.size(ofPixmap: pixmaps[0][0]) == picture.size)
    }
  }

  /// Any program can set the properties: none is ended for a wallpaper that isn't one.
  @Test func aWindowIsNotFreedAsAFormerWallpaper() throws {
    let server = try XServer()
    let client = try TestClient(server)
    let viewer = try viewer(on: server)
    for name in ["_XROOTPMAP_ID", "ESETROOT_PMAP_ID"] {
      client.setProperty(name, of: client.root, type: "PIXMAP", numbers: [viewer.window])
    }
    pressAndConfirm(Self.f8, in: viewer)
    let isSet = waitUntil(RunningViewer.timeout) {
      client.numbers("_XROOTPMAP_ID", of: client.root) != [viewer.window]
    }
    #expect(isSet)
    viewer.waitUntilQuiet()
    #expect(viewer.quit() == .status(0))
  }

  @Test func theWallpaperIsAskedFor() throws {
    let viewer = try viewer()
    let before = viewer.screen
    press(Self.f8, in: viewer)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "no question")
    viewer.type(Key.escape)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen == before }, "still open")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.client.numbers("_XROOTPMAP_ID", of: viewer.client.root).isEmpty)
  }
}

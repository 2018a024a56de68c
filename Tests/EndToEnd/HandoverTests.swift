import Geometry
import TestSupport
import Testing
import Viewing

/// The first moments: a picture at once, and no pixel changes after that.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct HandoverTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Watches a part of the screen from the program's start until it is at rest.
  ///
  /// Returns every screen that differs from the one before, and true if the picture was late: then
  /// the window shows its background, rows and the progress meanwhile.
  private func looks(
    at rect: PixelRect, during start: (XServer) throws -> TestProcess, on server: XServer
  ) throws -> (all: [PixelGrid], isLate: Bool) {
    let client = try TestClient(server)
    let eyes = ScreenReader(client)
    var looks = [try #require(eyes.grid(rect))]
    let process = try start(server)
    let family = ProcessFamily(process.pid)
    // At rest: a window is there, and no process has run for a second.
    var before = family.sample()
    var unchanged = 0
    let isAtRest = waitUntil(RunningViewer.timeout) {
      if let look = eyes.grid(rect), look != looks.last { looks.append(look) }
      let now = family.sample()
      unchanged = now == before && looks.count > 1 ? unchanged + 1 : 0
      before = now
      return unchanged > 150
    }
    try #require(isAtRest, "the viewer does not come to rest: \(process.standardError)")
    process.terminate(limit: RunningViewer.timeout)
    let statistics = try #require(PrintedStatistics(process.standardOutput))
    let mapped = try #require(statistics["at_window_mapped_ms"])
    let shown = try #require(statistics["at_shown_ms"])
    return (looks, shown - mapped >= StartSchedule.backdrop * 1000)
  }

  private func expectOnlyThePicture(
    _ picture: PixelGrid, _ arguments: [String], on server: XServer
  ) throws {
    let program = RunningViewer.program
    let rect = PixelRect(picture.size)
    let looks = try looks(
      at: rect, during: { try $0.run(program, ["--stats"] + arguments) }, on: server)
    let root = try #require(looks.all.first)
    var isShown = false
    for look in looks.all.dropFirst() {
      if isShown {
        Issue.record("a pixel changed after the picture was there")
        return
      }
      isShown = look == picture
      if looks.isLate { continue }
      for index in 0..<look.words.count
      where look.words[index] != root.words[index] && look.words[index] != picture.words[index] {
        Issue.record("pixel \(index) was neither the root's nor the picture's")
        return
      }
    }
    #expect(isShown, "the picture was never there")
  }

  @Test func aPictureAtItsOwnSizeNeverChanges() throws {
    let picture = Photograph.grid(800, 560)
    let file = try folder.picture("photo.png", picture)
    try expectOnlyThePicture(picture, ["--geometry", "+0+0", file], on: XServer())
  }

  @Test func aReducedPictureWithBarsNeverChanges() throws {
    let file = try folder.picture("photo.png", Photograph.grid(1500, 900))
    let size = PixelSize(width: 700, height: 500)
    let expected = try RenderRun.view(file, size, in: folder)
    try expectOnlyThePicture(expected, ["--geometry", "700x500+0+0", file], on: XServer())
  }

  @Test func aPictureWithoutSharedMemoryNeverChanges() throws {
    let picture = CoordinatePicture.grid(600, 400)
    let file = try folder.picture("map.png", picture)
    try expectOnlyThePicture(
      picture, ["--geometry", "+0+0", file], on: XServer(without: ["MIT-SHM"]))
  }

  /// The decoder delivers only the first row of tiles: it stays on the screen past the moments at
  /// which a late picture's background and its single rows are shown.
  @Test func rowsStayOnTheScreenWhileOthersAreMissing() throws {
    let program = try folder.evilInstallation()
    let file = try folder.evilFile("half.jpg", "abandon:")
    let server = try XServer()
    let process = try server.run(program, ["--geometry", "853x640+0+0", file])
    let eyes = ScreenReader(try TestClient(server))
    let rect = PixelRect(minX: 20, minY: 20, maxX: 60, maxY: 40)
    // The colour with which the decoder fills the first tile of this level.
    func showsRow() -> Bool {
      eyes.grid(rect)?.words.allSatisfy { $0 & 0xFF_FFFF == 0x0B_0755 } == true
    }
    try #require(waitUntil(RunningViewer.timeout, showsRow), "no row is shown")
    let isGone = waitUntil(1) { !showsRow() }
    #expect(!isGone, "a row that was there went away")
    process.terminate(limit: RunningViewer.timeout)
  }

  @Test func thePictureIsShownWithoutEGL() throws {
    let picture = CoordinatePicture.grid(900, 600)
    let file = try folder.picture("map.png", picture)
    let server = try XServer()
    // Without a driver, the CPU draws.
    let process = try server.run(
      RunningViewer.program, ["--geometry", "500x400", "--zoom", "1", file],
      environment: ["__EGL_VENDOR_LIBRARY_DIRS": "/nowhere", "EGL_PLATFORM": nil])
    let viewer = try RunningViewer(process, on: server)
    viewer.expect(picture.cropped(to: PixelRect(minX: 200, minY: 100, maxX: 700, maxY: 500)))
    viewer.point(atX: 250, y: 200)
    viewer.hands.press()
    viewer.point(atX: 280, y: 210)
    viewer.expect(picture.cropped(to: PixelRect(minX: 170, minY: 90, maxX: 670, maxY: 490)))
    viewer.waitUntilQuiet()
    viewer.hands.release()
    viewer.type("0")
    viewer.expect(try RenderRun.view(file, viewer.size, in: folder), tolerance: 1)
    #expect(viewer.quit() == .status(0))
  }

  @Test func filtersWithoutEGLGiveASentence() throws {
    let picture = CoordinatePicture.grid(900, 600)
    let file = try folder.picture("map.png", picture)
    let server = try XServer()
    let process = try server.run(
      RunningViewer.program,
      ["--geometry", "500x400", "--zoom", "1", "--filter", "invert", file],
      environment: ["__EGL_VENDOR_LIBRARY_DIRS": "/nowhere", "EGL_PLATFORM": nil])
    let viewer = try RunningViewer(process, on: server)
    viewer.expectTitle { $0.contains("map.png") && $0.contains("100 %") }
    viewer.waitUntilQuiet()
    #expect(viewer.process.standardError.hasPrefix("fresnel: "), "it says why")
    #expect(viewer.process.standardError.contains("filter"), "and what is missing therefore")
    #expect(viewer.quit() == .status(0))
  }
}

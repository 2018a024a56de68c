import Controls
import Geometry
import Gestures
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// The bar of buttons, with real input.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct BarProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let file: String
  let other: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
    other = try folder.picture("b.png", CoordinatePicture.grid(200, 300))
  }

  func viewer(
    _ arguments: [String] = [], size: String = "1000x600", bar: String = "auto",
    on server: XServer? = nil
  ) throws -> RunningViewer {
    try RunningViewer(
      ["--geometry", size, "--bar", bar] + arguments + [file, other], on: server)
  }

  /// The picture in the middle, turned clockwise by quarter turns.
  func plain(_ viewer: RunningViewer, turned quarters: Int = 0) -> PixelGrid {
    picture.turned(quarters: quarters).centered(on: viewer.size, surround: surround)
  }

  /// The bar's layout in the viewer's window, with the state that decides its items' widths.
  func placed(
    _ viewer: RunningViewer, count: Int = 2, progress: String? = nil, scale: Double = 1
  ) -> Placed<BarState.Item> {
    var bar = BarState()
    bar.contents.buttons = CommandName.allCases
      .filter { $0.definition.traits.contains(.inBar) }.map { BarContents.Button($0) }
    bar.contents.position = BarContents.Position(number: 1, count: count)
    bar.contents.zoom = BarContents.Zoom(scale: 1, limits: 1...64)
    bar.contents.progress = progress.map { BarContents.Progress(part: 0, text: $0) }
    return bar.placed(in: PixelRect(viewer.size), on: viewer.size, scale: scale)
  }

  /// Moves the pointer over the picture until the bar is whole; the pointer is left there.
  func show(_ viewer: RunningViewer, _ placed: Placed<BarState.Item>) {
    for step in 0..<3 { viewer.point(atX: 30 + 4 * step, y: 20) }
    #expect(waitUntil(RunningViewer.timeout) { isWhole(viewer, placed) }, "no bar")
  }

  /// True if the bar's background is dark, and its slide is over.
  private func isWhole(_ viewer: RunningViewer, _ placed: Placed<BarState.Item>) -> Bool {
    let frame = placed.frame
    let screen = viewer.screen
    guard screen.size == viewer.size else { return false }
    let row = (frame.minX + 20..<frame.maxX - 20).map { screen[$0, frame.minY + 3] }
    return row.allSatisfy { $0 & 0xff < 0x30 }
      && screen[frame.minX + 20, frame.maxY + 3] != row[0]
  }

  func click(
    _ item: BarState.Item, in viewer: RunningViewer, _ placed: Placed<BarState.Item>
  )
    throws
  {
    let rect = try #require(placed.row(item)?.rect, "\(item)")
    viewer.point(atX: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    viewer.hands.click()
  }

  @Test(arguments: ["1000x600", "400x300"])
  func itAppearsOnMotionAndFades(size: String) throws {
    let viewer = try viewer(size: size)
    let before = plain(viewer)
    viewer.expect(before, "no bar over a pointer that does not move")
    viewer.expectTitle { $0.contains("1 / 2") }
    // The bar lies below the picture at 1000 × 600, where the surround is plain.
    let frame = placed(viewer).frame
    viewer.point(atX: 30, y: 20)
    viewer.point(atX: 36, y: 20)
    let moved = MonotonicClock.now()
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "it appears")
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen == before }, "it fades")
    let duration = MonotonicClock.now() - moved
    #expect(duration > 3, "\(duration) s")
    // The pixels beside the bar never change.
    viewer.point(atX: 30, y: 20)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.waitUntilQuiet()
    let shown = viewer.screen
    #expect(!frame.isEmpty && shown.size == before.size)
    for y in 0..<shown.size.height where !(frame.minY..<frame.maxY).contains(y) {
      for x in 0..<shown.size.width where shown[x, y] != before[x, y] {
        Issue.record("\(x), \(y) has changed beside \(frame)")
        return
      }
    }
    viewer.expect(before, "and fades again")
  }

  @Test func itStaysWhileThePointerIsOverIt() throws {
    let viewer = try viewer()
    let before = plain(viewer)
    viewer.expect(before)
    viewer.expectTitle { $0.contains("1 / 2") }
    let placed = placed(viewer)
    show(viewer, placed)
    let rect = try #require(placed.row(.position)?.rect)
    viewer.point(atX: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    let end = MonotonicClock.now() + 4.5
    while MonotonicClock.now() < end {
      #expect(viewer.screen != before)
      guard viewer.screen != before else { return }
    }
    viewer.point(atX: 30, y: 20)
    viewer.expect(before, "it fades elsewhere")
  }

  /// An error has a button for the next picture, as the bar does.
  @Test func tabReachesTheButtonsOfAnErrorFirst() throws {
    let bad = try folder.file("aa.png", Array("no picture".utf8))
    let viewer = try RunningViewer(["--geometry", "640x480", "--bar", "auto", file, bad, other])
    viewer.expect(plain(viewer))
    viewer.type(" ")
    viewer.expectTitle { $0.hasPrefix("aa.png") }
    viewer.waitUntilQuiet()
    viewer.type(Key.tab)
    viewer.waitUntilQuiet()
    viewer.type(Key.enter)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    #expect(viewer.quit() == .status(0))
  }

  @Test(arguments: Desktop.installed)
  func itsButtonsWorkUnderEachWindowManager(desktop: Desktop) throws {
    let server = try XServer()
    let manager = try desktop.start(on: server)
    let viewer = try viewer(on: server)
    viewer.expect(plain(viewer))
    viewer.expectTitle { $0.contains("1 / 2") }
    let placed = placed(viewer)
    show(viewer, placed)
    try click(.command(.turnRight), in: viewer, placed)
    viewer.point(atX: 30, y: 20)
    viewer.expect(plain(viewer, turned: 1), "turned")
    show(viewer, placed)
    try click(.command(.fullScreen), in: viewer, placed)
    let screen = PixelSize(width: 1280, height: 800)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size == screen }, "full screen")
    viewer.waitUntilQuiet()
    let large = self.placed(viewer)
    show(viewer, large)
    try click(.command(.turnRight), in: viewer, large)
    viewer.point(atX: 30, y: 20)
    viewer.expect(plain(viewer, turned: 2), "turned in full screen")
    #expect(manager?.process.isRunning != false)
  }

  @Test func eachButtonDoesItsCommand() throws {
    let viewer = try viewer(["--zoom", "2"])
    viewer.expectTitle { $0.contains("200 %") && $0.contains("1 / 2") }
    let placed = placed(viewer)
    show(viewer, placed)
    try click(.command(.fit), in: viewer, placed)
    viewer.expectTitle { $0.contains("100 %") }
    try click(.command(.next), in: viewer, placed)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    try click(.command(.previous), in: viewer, placed)
    viewer.expectTitle { $0.hasPrefix("a.png") }
    viewer.type("+")
    viewer.expectTitle { $0.contains("125 %") }
    try click(.command(.actualSize), in: viewer, placed)
    viewer.expectTitle { $0.contains("100 %") }
    try click(.command(.turnRight), in: viewer, placed)
    viewer.point(atX: 30, y: 20)
    viewer.expect(plain(viewer, turned: 1), "turned")
    show(viewer, placed)
    try click(.command(.filterPanel), in: viewer, placed)
    let corner = (x: viewer.size.width - 60, y: 12)
    #expect(
      waitUntil(RunningViewer.timeout) {
        let screen = viewer.screen
        return screen.size == viewer.size && screen[corner.x, corner.y] & 0xff_ffff != surround
      }, "no filter panel")
    try click(.command(.filterPanel), in: viewer, placed)
    #expect(
      waitUntil(RunningViewer.timeout) {
        let screen = viewer.screen
        return screen.size == viewer.size && screen[corner.x, corner.y] & 0xff_ffff == surround
      }, "the filter panel stays")
    try click(.command(.menu), in: viewer, placed)
    viewer.waitUntilQuiet()
    // The open menu keeps the bar, longer than it would stay otherwise.
    usleep(4_000_000)
    viewer.type(Key.escape)
    #expect(viewer.process.isRunning)
    try click(.command(.fullScreen), in: viewer, placed)
    let screen = PixelSize(width: 1280, height: 800)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size == screen }, "full screen")
    viewer.waitUntilQuiet()
    try click(.command(.fullScreen), in: viewer, self.placed(viewer))
    #expect(waitUntil(RunningViewer.timeout) { viewer.size != screen }, "a window again")
  }

  /// The trash is a file's way out that can be undone; its button acts like the key.
  @Test func itsTrashMovesTheShownFile() throws {
    let viewer = try RunningViewer(
      ["--geometry", "1000x600", "--bar", "auto", file, other],
      environment: ["XDG_DATA_HOME": folder["data"]])
    viewer.expectTitle { $0.contains("1 / 2") }
    let placed = placed(viewer)
    show(viewer, placed)
    try click(.command(.trash), in: viewer, placed)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    // If temporary files are on another device than the home folder, they have no trash.
    let isTrashed = waitUntil(RunningViewer.timeout) { access(file, F_OK) != 0 }
    guard isTrashed else { return }
    #expect(viewer.hands.key(0x7A, holding: [Key.control]))
    viewer.expectTitle { $0.hasPrefix("a.png") }
    #expect(waitUntil(RunningViewer.timeout) { access(file, F_OK) == 0 })
  }

  @Test func itsButtonsWorkInASmallWindow() throws {
    let viewer = try viewer(size: "400x300")
    viewer.expectTitle { $0.contains("1 / 2") }
    let placed = placed(viewer)
    for y in [20, 24] { viewer.point(atX: 30, y: y) }
    try click(.command(.next), in: viewer, placed)
    viewer.expectTitle { $0.hasPrefix("b.png") }
    try click(.command(.previous), in: viewer, placed)
    viewer.expectTitle { $0.hasPrefix("a.png") }
    let field = try #require(placed.rect(of: Target(.zoom, .value)))
    viewer.point(atX: (field.minX + field.maxX) / 2, y: (field.minY + field.maxY) / 2)
    viewer.hands.click()
    for letter in "400%".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.expectTitle { $0.contains("400 %") }
    try click(.command(.fit), in: viewer, placed)
    viewer.expectTitle { $0.contains("100 %") }
    try click(.command(.fullScreen), in: viewer, placed)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 })
  }

  @Test(arguments: ["off", "pinned"])
  func theSettingDecides(bar: String) throws {
    let viewer = try viewer(bar: bar)
    viewer.expectTitle { $0.contains("1 / 2") }
    let before = plain(viewer)
    let placed = placed(viewer)
    if bar == "off" {
      viewer.expect(before)
      viewer.point(atX: 30, y: 20)
      viewer.point(atX: 36, y: 20)
      viewer.type(Keysym.tab.rawValue)
      usleep(500_000)
      #expect(viewer.screen == before)
    } else {
      #expect(waitUntil(RunningViewer.timeout) { isWhole(viewer, placed) }, "no bar")
      #expect(viewer.waitUntilQuiet(), "a pinned bar costs nothing")
      let pinned = viewer.screen
      usleep(4_500_000)
      #expect(viewer.screen == pinned, "it stays")
    }
    // The command pins the bar, or unpins it.
    viewer.type(":")
    viewer.waitUntilQuiet()
    for letter in "bar".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    if bar == "off" {
      #expect(waitUntil(RunningViewer.timeout) { isWhole(viewer, placed) }, "no bar")
      viewer.waitUntilQuiet()
      #expect(isWhole(viewer, placed), "it stays")
    } else {
      viewer.expect(before, "it fades again")
    }
  }

  @Test func itWorksInFullScreenOnALargeScreen() throws {
    let server = try XServer(size: PixelSize(width: 3840, height: 2160))
    let viewer = try viewer(["--fullscreen"], on: server)
    viewer.expectTitle { $0.contains("1 / 2") }
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 3840 })
    viewer.waitUntilQuiet()
    let placed = placed(viewer)
    show(viewer, placed)
    try click(.command(.turnRight), in: viewer, placed)
    viewer.point(atX: 30, y: 20)
    viewer.expect(plain(viewer, turned: 1), "turned, and the bar has faded")
    // The pointer is hidden with the bar.
    #expect(waitUntil(RunningViewer.timeout) { !viewer.client.isPointerVisible })
    viewer.point(atX: 40, y: 20)
    #expect(waitUntil(RunningViewer.timeout) { viewer.client.isPointerVisible })
  }

  @Test func inAWindowThePointerStays() throws {
    let viewer = try viewer()
    let before = plain(viewer)
    viewer.expect(before)
    // Until the picture is complete, the pointer doesn't bring the bar.
    viewer.expectTitle { $0.contains("1 / 2") }
    viewer.point(atX: 30, y: 20)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.expect(before)
    #expect(viewer.client.isPointerVisible)
  }

  @Test(arguments: [false, true])
  func anAnimationPlaysBelowItAndIsSought(isFullScreen: Bool) throws {
    let film = try folder.file(
      "film.gif", FilmPicture.gif(PixelSize(width: 400, height: 300), hundredths: 20))
    let size =
      isFullScreen ? PixelSize(width: 3840, height: 2160) : PixelSize(width: 400, height: 300)
    let viewer = try RunningViewer(
      ["--geometry", "400x300", "--bar", "auto"] + (isFullScreen ? ["--fullscreen"] : []) + [film],
      on: isFullScreen ? XServer(size: size) : nil)
    // The picture is in the middle.
    let place = (x: size.width / 2, y: size.height / 2 - 90)
    func color() -> UInt32? {
      let screen = viewer.screen
      guard screen.size == size else { return nil }
      return screen[place.x, place.y] & 0xff_ffff
    }
    func expectColors(_ place: String) {
      var seen: Set<UInt32> = []
      let isPlaying = waitUntil(RunningViewer.timeout) {
        if let color = color() { seen.insert(color) }
        return seen.isSuperset(of: FilmPicture.colors)
      }
      #expect(isPlaying, "\(place): \(seen)")
    }
    expectColors("alone")
    viewer.point(atX: 100, y: 60)
    viewer.point(atX: 110, y: 60)
    expectColors("below the bar")
    // The thin seek bar along the edge is not shown.
    let edge = viewer.screen
    let isPlain = (0..<size.width).allSatisfy {
      edge[$0, size.height - 3] == (isFullScreen ? edge[0, 500] : edge[$0, 100])
    }
    #expect(isPlain)
    viewer.expectTitle { $0.contains("film.gif") }
    let placed = placed(viewer, count: 1, progress: "1 of 4")
    viewer.point(atX: 110, y: 64)
    try click(.command(.play), in: viewer, placed)
    #expect(viewer.waitUntilQuiet(), "it stands")
    let track = try #require(placed.rect(of: Target(.seek, .slider)))
    for (part, index) in [(0.9, 3), (0.1, 0), (0.6, 2), (0.35, 1)] {
      let x = track.minX + 7 + Int(part * Double(track.width - 14))
      viewer.point(atX: x, y: (track.minY + track.maxY) / 2)
      viewer.hands.click()
      #expect(
        waitUntil(RunningViewer.timeout) { color() == FilmPicture.colors[index] }, "at \(part)")
    }
  }
}

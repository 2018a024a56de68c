import Geometry
import Glibc
import TestSupport
import Testing

/// Pinches, swipes and scrolling on a real touchpad, on an Xorg of the test's own.
@Suite(.enabled(if: XServer.hasDevices, "\(XServer.missingDevices)"))
struct TouchpadTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(1500, 1000)
  let server: XServer
  let pad: TestDevice

  init() throws {
    folder = try TemporaryFolder()
    server = try XServer(devices: [.touchpad], size: PixelSize(width: 1024, height: 768))
    pad = try #require(server.devices[.touchpad])
  }

  private func open(_ zoom: String) throws -> RunningViewer {
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer(
      ["--geometry", "600x400+30+20", "--zoom", zoom, file], on: server)
    viewer.point(atX: 300, y: 200)
    viewer.waitUntilQuiet()
    return viewer
  }

  @Test func aPinchKeepsThePointBetweenTheFingers() throws {
    let viewer = try open("2")
    let pixel = try #require(viewer.imagePixel(300, 200))
    try pad.pinch(kind: 27, scale: 1)
    for scale in [1.1, 1.31, 1.5, 1.77, 2, 1.6, 1.25] {
      try pad.pinch(kind: 28, scale: scale)
      viewer.expect(pixel, at: (300, 200))
      let measured = try #require(viewer.measuredScale(row: 200))
      #expect(abs(measured - 2 * scale) < 0.05, "\(measured) for \(2 * scale)")
    }
    try pad.pinch(kind: 28, scale: 1.5)
    try pad.pinch(kind: 29, scale: 1.5)
    // Exactly 300 %, on whole pixels.
    #expect(viewer.settledView(of: picture.size, scale: 3) != nil)
    viewer.expect(pixel, at: (300, 200))
  }

  @Test func aPinchPansWithTheFingers() throws {
    let viewer = try open("2")
    let pixel = try #require(viewer.imagePixel(300, 200))
    try pad.pinch(kind: 27, scale: 1)
    var place = (x: 300, y: 200)
    for (scale, x, y) in [(1.2, 40, 20), (1.5, -90, 33), (1.25, 10, -100), (1.5, 0, 0)] {
      try pad.pinch(kind: 28, scale: scale, x: Double(x), y: Double(y))
      place = (place.x + x, place.y + y)
      viewer.expect(pixel, at: place)
    }
    try pad.pinch(kind: 29, scale: 1.5)
    #expect(viewer.settledView(of: picture.size, scale: 3) != nil)
    viewer.expect(pixel, at: place)
  }

  @Test func aPinchBeyondTheLargestScaleReturns() throws {
    let viewer = try open("64")
    try pad.pinch(kind: 27, scale: 1)
    for scale in [1.5, 2, 4] {
      try pad.pinch(kind: 28, scale: scale)
      let measured = try #require(viewer.measuredScale(row: 200))
      #expect(abs(measured - 64 * pow(scale, 0.3)) < 1, "\(measured) at \(scale)")
    }
    try pad.pinch(kind: 29, scale: 4)
    let settled = try #require(viewer.measuredScale(row: 200))
    #expect(abs(settled - 64) < 0.2, "\(settled)")
    viewer.expectTitle { $0.contains("6400 %") }
  }

  @Test(arguments: [false, true])
  func aPinchBelowTheFitViewReturns(isCancelled: Bool) throws {
    let viewer = try open("fit")
    let before = viewer.screen
    viewer.point(atX: 200, y: 150)
    try pad.pinch(kind: 27, scale: 1)
    for scale in [0.8, 0.5, 0.25] {
      try pad.pinch(kind: 28, scale: scale)
      let columns = try #require(viewer.shownColumns(row: 200))
      let width = 600 * pow(scale, 0.3)
      #expect(abs(Double(columns.count) - width) <= 1, "\(columns) at \(scale)")
      // A third of the picture is left of the fingers, as before.
      #expect(abs(Double(columns.lowerBound) - (200 - width / 3)) <= 1, "\(columns) at \(scale)")
    }
    try pad.pinch(kind: 29, scale: 0.25, isCancelled: isCancelled)
    #expect(try viewer.settled() == before)
  }

  @Test func twoFingersPanAndFling() throws {
    let viewer = try open("2")
    let before = try #require(viewer.settledView(of: picture.size, scale: 2))
    // 10 ms apart, like a hand; faster, it would glide to the edge.
    for _ in 0..<10 {
      try pad.move(scrollX: 24, scrollY: 12)
      usleep(10_000)
    }
    try pad.move(scrollX: 0, scrollY: 0)
    let after = try #require(viewer.settledView(of: picture.size, scale: 2))
    // A detent of 120 units is 53 pixels: 106 and 53 in total, plus the momentum.
    #expect(after.origin.x < before.origin.x - 110, "\(before.origin) to \(after.origin)")
    #expect(after.origin.y < before.origin.y - 55, "\(before.origin) to \(after.origin)")
    let ways = (
      x: Double(before.origin.x - after.origin.x), y: Double(before.origin.y - after.origin.y)
    )
    #expect(abs(ways.x / ways.y - 2) < 0.1, "along the fingers' way: \(ways)")
  }

  @Test func twoFingersWithControlZoom() throws {
    let viewer = try open("2")
    let pixel = try #require(viewer.imagePixel(300, 200))
    viewer.hands.hold(Key.control)
    for _ in 0..<4 { try pad.move(scrollY: -30) }
    viewer.hands.letGo(Key.control)
    #expect(viewer.settledView(of: picture.size, scale: 2.5) != nil, "\(viewer.title)")
    viewer.expect(pixel, at: (300, 200))
  }

  // MARK: The album

  private func openAlbum() throws -> (RunningViewer, [PixelGrid]) {
    let pictures = [0x40, 0x80, 0xc0].map { blue in
      PixelGrid(
        width: 600, height: 400,
        opaque: { x, y in
          UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32(blue)
        })
    }
    for (number, picture) in pictures.enumerated() {
      try folder.picture("\(number).png", picture)
    }
    let viewer = try RunningViewer(["--geometry", "600x400+30+20", folder.path], on: server)
    viewer.point(atX: 300, y: 200)
    viewer.expect(pictures[0])
    viewer.waitUntilQuiet()
    return (viewer, pictures)
  }

  private func swipe(_ ways: [Double]) throws {
    try pad.swipe(kind: 30, fingers: 3)
    for way in ways { try pad.swipe(kind: 31, fingers: 3, x: way) }
  }

  @Test func threeFingersGoThroughTheAlbum() throws {
    let (viewer, pictures) = try openAlbum()
    try swipe([-60, -100, -120, -80])
    try pad.swipe(kind: 32, fingers: 3)
    viewer.expect(pictures[1], "the next one")
    try swipe([-60, -100, -120, -80])
    try pad.swipe(kind: 32, fingers: 3)
    viewer.expect(pictures[2], "the one after it")
    try swipe([60, 100, 120, 80])
    try pad.swipe(kind: 32, fingers: 3)
    viewer.expect(pictures[1], "back again")
  }

  @Test func anUnfinishedSwipeReturns() throws {
    let (viewer, pictures) = try openAlbum()
    try swipe([-60, -100, -80])
    viewer.waitUntilQuiet()
    // The neighbour is there, beyond the gap.
    #expect(viewer.screen[600 - 240 + 14, 200] & 0xff_ffff == surround)
    #expect(viewer.screen[600 - 240 + 15, 200] == pictures[1][0, 200])
    #expect(viewer.screen[600 - 240 - 1, 200] == pictures[0][599, 200])
    try pad.swipe(kind: 32, fingers: 3)
    #expect(try viewer.settled() == pictures[0])
    try swipe([-60, -200, -200])
    try pad.swipe(kind: 32, fingers: 3, isCancelled: true)
    #expect(try viewer.settled() == pictures[0])
  }

  @Test func aSidewaysScrollOnAFitViewTurnsThePage() throws {
    let (viewer, pictures) = try openAlbum()
    for _ in 0..<16 { try pad.move(scrollX: 60) }
    try pad.move(scrollX: 0)
    viewer.expect(pictures[1])
    for _ in 0..<16 { try pad.move(scrollX: -60) }
    try pad.move(scrollX: 0)
    viewer.expect(pictures[0])
  }
}

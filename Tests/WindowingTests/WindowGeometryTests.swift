import Geometry
import Testing

@testable import Windowing

@Suite struct WindowGeometryTests {
  @Test func readsAllForms() {
    #expect(WindowGeometry("640x480") == WindowGeometry(size: PixelSize(width: 640, height: 480)))
    #expect(
      WindowGeometry("640X480+10-20")
        == WindowGeometry(
          size: PixelSize(width: 640, height: 480), x: .init(distance: 10, isFromEnd: false),
          y: .init(distance: 20, isFromEnd: true)))
    #expect(
      WindowGeometry("=+-5--7")
        == WindowGeometry(
          x: .init(distance: -5, isFromEnd: false), y: .init(distance: -7, isFromEnd: true)))
  }

  @Test(arguments: [
    "", "x", "640", "640x", "x480", "0x10", "10x0", "-1x5", "640x480+1", "640x480+1+2+3",
    "640x480 +1+2", "99999999999999999999x1", "40000x10", "1x1+999999+0", "640x480+a+b", "+",
    "+-+-",
    "６４０x480",
  ]) func refusesAnythingElse(text: String) {
    #expect(WindowGeometry(text) == nil)
  }

  @Test func countsFromEitherEdge() {
    #expect(WindowGeometry.Offset(distance: 10, isFromEnd: false).position(of: 100, in: 500) == 10)
    #expect(WindowGeometry.Offset(distance: 10, isFromEnd: true).position(of: 100, in: 500) == 390)
  }
}

@Suite struct InitialWindowSizeTests {
  private let monitor = PixelRect(minX: 100, minY: 0, maxX: 1700, maxY: 1000)

  @Test(arguments: [
    (PixelSize(width: 800, height: 600), PixelSize(width: 800, height: 600)),
    (PixelSize(width: 6000, height: 4000), PixelSize(width: 1200, height: 800)),
    (PixelSize(width: 40000, height: 1000), PixelSize(width: 1280, height: 240)),
    (PixelSize(width: 16, height: 16), PixelSize(width: 320, height: 240)),
    (PixelSize(width: 1000, height: 800), PixelSize(width: 1000, height: 800)),
    (PixelSize(width: 1, height: 1_000_000), PixelSize(width: 320, height: 800)),
    (PixelSize(width: .max, height: .max), PixelSize(width: 800, height: 800)),
    (PixelSize(width: 0, height: 0), PixelSize(width: 320, height: 240)),
  ]) func windowsFitTheMonitor(picture: PixelSize, expected: PixelSize) {
    #expect(initialWindowSize(picture: picture, monitor: monitor) == expected)
  }

  /// A drawing's size in pixels means little: an icon's window is as usable as a page's.
  @Test(arguments: [
    (Extent(width: 16, height: 16), PixelSize(width: 500, height: 500)),
    (Extent(width: 0.5, height: 0.25), PixelSize(width: 800, height: 400)),
    (Extent(width: 600, height: 400), PixelSize(width: 750, height: 500)),
    (Extent(width: 300, height: 20), PixelSize(width: 800, height: 240)),
    (Extent(width: 900, height: 300), PixelSize(width: 900, height: 300)),
    (Extent(width: 794, height: 1123), PixelSize(width: 566, height: 800)),
    (Extent(width: 0x1p44, height: 0x1p-20), PixelSize(width: 1280, height: 240)),
  ]) func smallDrawingsAreEnlarged(drawing: Extent, expected: PixelSize) {
    #expect(initialWindowSize(drawing: drawing, monitor: monitor) == expected)
  }

  @Test func survivesAnEmptyMonitor() {
    let size = initialWindowSize(
      picture: PixelSize(width: 100, height: 100), monitor: PixelRect(.zero))
    #expect(size == PixelSize(width: 320, height: 240))
  }
}

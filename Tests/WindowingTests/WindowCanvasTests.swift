import Geometry
import Rendering
import TestSupport
import Testing
import ViewHosting
import Windowing

/// A window that is painted before the renderer draws.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct WindowCanvasTests {
  private let session: WindowSession
  private let canvas: WindowCanvas
  private let size: PixelSize
  private let parts: PaintedParts

  init() throws {
    session = try WindowSession()
    session.map()
    size = session.window.size
    canvas = WindowCanvas(display: session.display, window: session.window.id)
    parts = PaintedParts(
      size: size, rects: [PixelRect(minX: 10, minY: 20, maxX: 60, maxY: 120)],
      surround: OpaqueColor(red: 9, green: 8, blue: 7))
  }

  private func expose() {
    canvas.exposed(
      size: size, expected: PixelRect(size), surround: OpaqueColor(red: 0, green: 0, blue: 0))
  }

  /// Paints rows, and returns the rows that had to be drawn for it.
  private func paint(_ rows: Range<Int>, of parts: PaintedParts) -> [Int] {
    var drawn: [Int] = []
    let isPainted = canvas.paint(parts, rows: rows) { surface, band in
      drawn += band.minY..<band.maxY
      for y in 0..<band.size.height {
        for x in 0..<band.size.width {
          surface.base.storeBytes(
            of: 0xFF10_2030, toByteOffset: y * surface.stride + x * 4, as: UInt32.self)
        }
      }
    }
    #expect(isPainted)
    return drawn
  }

  private func expectWholePainting() throws {
    session.display.synchronize()
    let shown = try #require(session.eyes.read(window: session.window.id))
    var expected = ScreenPicture(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isIn = (10..<60).contains(x) && (20..<120).contains(y)
        expected.rgb.replaceSubrange(
          (y * size.width + x) * 3..<(y * size.width + x) * 3 + 3,
          with: isIn ? [0x10, 0x20, 0x30] : [9, 8, 7])
      }
    }
    #expect(shown.differences(from: expected) == 0)
  }

  @Test func rowsAreDrawnOnce() throws {
    expose()
    #expect(paint(0..<70, of: parts) == Array(20..<70))
    #expect(paint(70..<size.height, of: parts) == Array(70..<120))
    try expectWholePainting()
    #expect(paint(0..<size.height, of: parts) == Array(20..<120))
  }

  /// The painted rows are lost, as after another window covered them.
  @Test func lostRowsAreDrawnAgain() throws {
    expose()
    _ = paint(0..<70, of: parts)
    expose()
    #expect(paint(70..<size.height, of: parts) == Array(20..<120))
    try expectWholePainting()
  }

  @Test func aWindowOfAnotherSizeIsPaintedWhole() throws {
    expose()
    _ = paint(0..<70, of: parts)
    let smaller = PaintedParts(
      size: PixelSize(width: size.width - 10, height: size.height), rects: parts.rects,
      surround: parts.surround)
    #expect(paint(70..<size.height, of: smaller) == Array(20..<120))
  }
}

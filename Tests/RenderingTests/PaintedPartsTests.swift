import Geometry
import Testing
import Tiles

@testable import Rendering

/// The parts of a window that are painted before GL draws, and those that the server fills.
@Suite struct PaintedPartsTests {
  private static let surface = PixelSize(width: 100, height: 80)
  private let gray = OpaqueColor(red: 9, green: 9, blue: 9)

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  private func frame(scale: Double = 1, origin: Point, isSettled: Bool = true) -> Frame {
    Frame(
      number: 1, picture: SourceID(number: 1),
      viewport: Viewport(
        surface: Self.surface, picture: PixelSize(width: 40, height: 30), scale: scale,
        origin: origin, isSettled: isSettled))
  }

  @Test func aPictureIsCoveredAnywhere() {
    #expect(PaintedParts(of: frame(origin: Point(x: 20, y: 10))).rects == [rect(20, 10, 40, 30)])
    // Pixels that the edges cut are painted, too.
    let moving = frame(scale: 1.01, origin: Point(x: 20.5, y: -3.25), isSettled: false)
    #expect(PaintedParts(of: moving).rects == [rect(20, 0, 41, 28)])
    #expect(PaintedParts(of: frame(origin: Point(x: 500, y: 0))).rects.isEmpty)
    #expect(PaintedParts(of: frame(origin: Point(x: 0, y: 0))).surround == Backdrop().surround)
  }

  @Test func nearlyTheWholeSurfaceIsPaintedWhole() {
    let large = frame(scale: 2.4, origin: Point(x: 2, y: 2))
    #expect(PaintedParts(of: large).rects == [PixelRect(Self.surface)])
    var sprites = frame(origin: .zero)
    sprites.sprites = SpriteBatch(bitmap: 1, sprites: [])
    #expect(PaintedParts(of: sprites).rects == [PixelRect(Self.surface)])
    let many = (0..<9).map { rect(10 * $0, 0, 2, 2) }
    let parts = PaintedParts(size: Self.surface, rects: many, surround: gray)
    #expect(parts.rects == [PixelRect(Self.surface)])
  }

  @Test func nestedPartsArePaintedOnce() {
    let parts = PaintedParts(
      size: Self.surface,
      rects: [rect(10, 10, 5, 5), rect(5, 5, 30, 30), rect(6, 6, 2, 2), rect(90, 70, 50, 50)],
      surround: gray)
    #expect(parts.rects == [rect(5, 5, 30, 30), rect(90, 70, 10, 10)])
  }

  @Test func nonFiniteRectanglesAreClamped() {
    let rect = PixelRect(covering: Rect(minX: -.infinity, minY: .nan, maxX: 1e300, maxY: 2.5))
    #expect(rect.minX == -1_000_000_000 && rect.maxX == 1_000_000_000 && rect.maxY == 3)
  }
}

import Fresnel
import Geometry
import Testing

@testable import FresnelDrawing

/// A source from one path or one drawing.
@Suite(.serialized) struct OnePathTests {
  private func color(_ pixels: ViewPixels, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * pixels.size.width + x) * 4
    return Array(pixels.bytes[start..<start + 3])
  }

  @Test func aPathIsAPicture() throws {
    var path = Path(fill: PaintColor(hex: 0x2060a0))
    path.rectangle(Rect(minX: 1000, minY: 1000, maxX: 1060, maxY: 1040))
    path.circle(center: Point(x: 1080, y: 1020), radius: 20)
    let source = try DrawingSource(path, background: .white)
    #expect(source.info?.extent == Extent(width: 100, height: 40))
    #expect(source.info?.hasAlpha == false)
    let view = try FresnelView(offscreen: PixelSize(width: 100, height: 40))
    view.show(source)
    let pixels = try view.pixels()
    #expect(color(pixels, 5, 5) == [0x20, 0x60, 0xa0])
    #expect(color(pixels, 80, 20) == [0x20, 0x60, 0xa0])
    #expect(color(pixels, 98, 2) == [255, 255, 255])
  }

  /// A stroke in pixels lies half outside the path; it is not cut off.
  @Test func theWorldHasRoomForStrokes() throws {
    var path = Path(stroke: Stroke(.black, width: .pixels(6)))
    path.polyline([Point(x: 0, y: 0), Point(x: 50, y: 0)])
    let source = try DrawingSource(Drawing(path))
    let extent = try #require(source.info?.extent)
    #expect(extent.height >= 6 && extent.width >= 50)
    #expect(source.info?.hasAlpha == true)
    let other = try DrawingSource(Drawing([]))
    #expect(other.id != source.id)
    #expect(other.info?.extent == Extent(width: 1, height: 1))
  }
}

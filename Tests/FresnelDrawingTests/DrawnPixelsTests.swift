import FresnelDrawing
import Geometry
import Testing

@Suite struct DrawnPixelsTests {
  @Test func groupsAreDrawnWhereTheyLie() throws {
    var path = Path(fill: PaintColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
    path.rectangle(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1))
    let group = PathGroup(
      Drawing(path),
      transform: AffineTransform.scale(2).followed(by: .translation(x: 1, y: 0)))
    let drawn = try #require(DrawnPixels([group], size: PixelSize(width: 4, height: 3)))
    #expect(drawn.size == PixelSize(width: 4, height: 3))
    // Premultiplied, and clear beside it.
    let filled: [UInt8] = [128, 64, 0, 128]
    for y in 0..<3 {
      for x in 0..<4 {
        let pixel = Array(drawn.bytes[(y * 4 + x) * 4..<(y * 4 + x) * 4 + 4])
        let isInside = (1..<3).contains(x) && y < 2
        let isRight = zip(pixel, isInside ? filled : [0, 0, 0, 0])
          .allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        #expect(isRight, "\(x), \(y)")
      }
    }
  }

  @Test func aBackgroundFillsWhatIsLeft() throws {
    let drawn = try #require(
      DrawnPixels([], size: PixelSize(width: 1, height: 2), background: .white))
    #expect(drawn.bytes.allSatisfy { $0 == 255 })
    #expect(DrawnPixels([], size: PixelSize(width: 0, height: 2)) == nil)
    #expect(DrawnPixels([], size: PixelSize(width: 1, height: 32_768)) == nil)
  }
}

import Geometry
import Testing

@testable import Viewing

/// How colours are written, and which pixel a point is in.
@Suite struct PixelColorTests {
  @Test func aColourIsWrittenAsInCSS() {
    #expect(PixelColor(red: 0, green: 10, blue: 255).text == "#000aff")
    #expect(PixelColor(red: 1, green: 2, blue: 3, alpha: 254).text == "#010203fe")
    #expect(PixelColor(red: 0, green: 0, blue: 0, alpha: 0).text == "#00000000")
  }

  @Test(arguments: [
    (0.0, 0.0, 0, 0), (0.99, 1.0, 0, 1), (1 - 1e-9, 0, 1, 0), (9.9, 4.9, 9, 4),
  ])
  func aPointIsInItsPixel(x: Double, y: Double, column: Int, row: Int) {
    let area = PixelColor.area(
      of: Point(x: x, y: y), in: PixelSize(width: 10, height: 5))
    #expect(area == PixelRect(minX: column, minY: row, maxX: column + 1, maxY: row + 1))
  }

  @Test(arguments: [
    (-0.1, 0.0), (0, -1), (10, 0), (0, 5), (1e300, 0), (.nan, 0), (0, .infinity), (-.infinity, 0),
  ])
  func aPointOutsideIsInNone(x: Double, y: Double) {
    #expect(
      PixelColor.area(of: Point(x: x, y: y), in: PixelSize(width: 10, height: 5)) == nil)
  }
}

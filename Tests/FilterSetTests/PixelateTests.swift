import Geometry
import Testing
import Zooming

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct PixelateTests {
  /// The device pixels of a cell along one axis, each with its fraction inside the cell.
  private static func parts(
    of place: Int, size: Double, zoom: Double, length: Int
  ) -> [(pixel: Int, part: Double)] {
    let cell = ((Double(place) + 0.5 + 1e-6) / (size * zoom)).rounded(.down)
    let low = cell * size * zoom
    let high = min(low + size * zoom, Double(length))
    return (Int(low)..<Int(high.rounded(.up))).map {
      ($0, min(Double($0 + 1), high) - max(Double($0), low))
    }
  }

  @Test(arguments: Scene.allCases, [4, 7, 33])
  func cellsHaveTheirMeanLight(scene: Scene, size: Int) throws {
    try expectScene(scene, "pixelate(\(size))") { view, x, y in
      let rows = Self.parts(
        of: y, size: Double(size), zoom: view.zoom, length: view.size.height)
      let columns = Self.parts(
        of: x, size: Double(size), zoom: view.zoom, length: view.size.width)
      var sum = SIMD4<Double>.zero
      var area = 0.0
      for row in rows {
        for column in columns {
          sum += row.part * column.part * view[column.pixel, row.pixel]
          area += row.part * column.part
        }
      }
      return (sum / area).divided
    }
  }

  @Test func cellsAreFlatAndStartAtThePicturesCorner() throws {
    let picture = TestPicture.natural(90, 64)
    let bench = try FilterBench(picture)
    let view = Viewport.of(
      picture.size, on: PixelSize(width: 300, height: 200), scale: 4, x: -37, y: -21)
    let drawn = try bench.draw(.reading("pixelate(10)"), view: view)
    // Cells are 40 device pixels wide; the first border is at 40 - 37.
    for y in [3, 30, 70, 110, 150] {
      for x in 0..<300 where x % 40 != 2 {
        #expect(drawn.premultiplied(x, y) == drawn.premultiplied(x + (x == 299 ? 0 : 1), y))
      }
      #expect(drawn.premultiplied(2, y) != drawn.premultiplied(3, y))
    }
  }

  @Test func aCellIsAtMost256DevicePixelsWide() throws {
    let picture = TestPicture.natural(100, 20)
    let bench = try FilterBench(picture)
    let view = Viewport.of(
      picture.size, on: PixelSize(width: 900, height: 60), scale: 16, x: 0, y: 0)
    let large = try bench.draw(.reading("pixelate(200)"), view: view)
    let largest = try bench.draw(.reading("pixelate(16)"), view: view)
    #expect(large.largestDifference(largest.bytes) <= 1)
  }
}

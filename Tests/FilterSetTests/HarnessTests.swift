import Filters
import Geometry
import Testing
import Zooming

/// Tests of the test bench itself.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct HarnessTests {
  @Test func withoutFiltersThePictureIsUnchanged() throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(FilterChain())
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
    #expect(drawn.psnr(bench.picture.bytes) == .infinity)
    let difference = bench.difference(of: drawn) { color, _, _ in color }
    #expect(difference.largest < 1e-9, "\(difference)")
  }

  @Test func aDifferenceIsLocated() throws {
    let bench = try FilterBench(.chart())
    var drawn = try bench.draw(FilterChain())
    var bytes = drawn.bytes
    let place = (30 * drawn.size.width + 17) * 4 + 1
    bytes[place] = bytes[place] < 128 ? 255 : 0
    drawn = FilteredPixels(size: drawn.size, bytes: bytes)
    let difference = bench.difference(of: drawn) { color, _, _ in color }
    #expect(difference.largest >= 127)
    #expect(difference.place == (17, 30))
    #expect(drawn.largestDifference(bench.picture.bytes) >= 127)
    #expect(drawn.psnr(bench.picture.bytes) < 70)
  }

  @Test func theChartHasTilesTranslucencyAndEveryAlpha() throws {
    let chart = TestPicture.chart()
    #expect(try chart.tiles().count > 1)
    #expect(Set(chart.pixels.map(\.w)).count == 256)
    #expect(chart.pixels.count { $0.w == 255 } > chart.pixels.count / 2)
  }

  @Test func aBandIsAPartOfALargerView() throws {
    let bench = try FilterBench(TestPicture(300, 20) { SIMD4(UInt8($0 & 255), UInt8($1), 9, 255) })
    let view = Viewport.of(
      bench.picture.size, on: PixelSize(width: 1250, height: 90), scale: 4, x: 30, y: 6)
    let drawn = try bench.draw(FilterChain(), view: view)
    #expect(drawn.premultiplied(29, 20) == .zero)
    #expect(drawn.premultiplied(30 + 4 * 7, 6 + 4 * 5) == bench.picture.premultiplied(7, 5))
    let rect = PixelRect(minX: 100, minY: 11, maxX: 200, maxY: 44)
    let band = try bench.draw(FilterChain(), view: view, band: rect)
    #expect(band.largestDifference(drawn.cropped(to: rect).bytes) == 0)
  }
}

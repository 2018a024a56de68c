import Geometry
import Glibc
import Testing
import Zooming

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct VignetteTests {
  /// The change of exposure at a point of the picture, in stops.
  private func stops(
    _ x: Double, _ y: Double, in size: PixelSize, _ amount: Double, _ start: Double,
    _ softness: Double
  ) -> Double {
    let away = hypot(x - Double(size.width) / 2, y - Double(size.height) / 2)
    let corner = hypot(Double(size.width), Double(size.height)) / 2
    let t = min(1, max(0, (away / corner - start) / softness))
    return amount * t * t * (3 - 2 * t)
  }

  @Test(arguments: [(-1.5, 0.3, 0.7), (4, 0, 1), (-4, 0.5, 0.01), (1, 1, 0.5), (2, 0.2, 0.3)])
  func lightFallsTowardsTheCorners(amount: Double, start: Double, softness: Double) throws {
    let size = TestPicture.chart().size
    try expectChart("vignette(\(amount), \(start), \(softness))") { c, x, y in
      let change = stops(Double(x) + 0.5, Double(y) + 0.5, in: size, amount, start, softness)
      return c.linear { $0 * pow(2, change) }
    }
  }

  @Test func theVignetteIsFixedInThePictureAtAnyZoom() throws {
    let bench = try FilterBench(TestPicture(300, 200) { _, _ in [180, 180, 180, 255] })
    let view = Viewport.of(
      bench.picture.size, on: PixelSize(width: 500, height: 300), scale: 2.5, x: -130, y: -60)
    let drawn = try bench.draw(try .reading("vignette"), view: view)
    for y in stride(from: 0, to: 300, by: 7) {
      for x in stride(from: 0, to: 500, by: 7) {
        let change = stops(
          (Double(x) + 0.5 + 130) / 2.5, (Double(y) + 0.5 + 60) / 2.5, in: bench.picture.size, -1.5,
          0.3, 0.7)
        let expected = Light.encoded(Light.linear(180.0 / 255) * pow(2, change)) * 255
        #expect(abs(Double(drawn.premultiplied(x, y).x) - expected) <= 1)
      }
    }
  }

  @Test func aVignetteAndItsNegativeCancelOut() throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw("vignette(-3), vignette(3)")
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
  }
}

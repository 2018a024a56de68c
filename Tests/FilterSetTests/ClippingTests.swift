import Geometry
import Testing
import Zooming

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct ClippingTests {
  @Test(arguments: [(0.99, 0.01, 6), (1.0, 0.0, 1), (0.5, 0.5, 64), (0.7843137, 0.0784314, 3)])
  func onlyClippedPixelsGetStripes(high: Double, low: Double, width: Int) throws {
    try expectChart("clipping(\(high), \(low), \(width))", step: 3e-4) { c, x, y in
      let isStripe = (x + y) / width % 2 == 0
      guard isStripe else { return c }
      // The limits are given in the picture's bytes.
      if c.rgb.max() >= high - 1e-4 { return SIMD4(1, 0, 0, c.w) }
      if c.rgb.max() <= low + 1e-4 { return SIMD4(0, 96.0 / 255, 1, c.w) }
      return c
    }
  }

  @Test func aPixelEqualToTheLimitIsClipped() throws {
    let bench = try FilterBench(TestPicture(256, 2) { x, _ in SIMD4(UInt8(x), 0, 0, 255) })
    let drawn = try bench.draw("clipping(\(200.0 / 255), \(20.0 / 255), 1)")
    for x in 0..<256 {
      let y = x % 2  // the row in which this column has a stripe
      let isMarked = drawn.premultiplied(x, y) != bench.picture.premultiplied(x, y)
      // Pure red, 255, equals the mark itself.
      #expect(isMarked == (x <= 20 || x >= 200 && x < 255), "\(x)")
      #expect(drawn.premultiplied(x, 1 - y) == bench.picture.premultiplied(x, 1 - y))
    }
  }

  @Test func stripesStandStillWhileThePictureMoves() throws {
    let bench = try FilterBench(TestPicture(300, 300) { _, _ in [255, 255, 255, 255] })
    let surface = PixelSize(width: 100, height: 80)
    func draw(_ x: Double, _ y: Double, _ scale: Double) throws -> FilteredPixels {
      try bench.draw(
        try .reading("clipping"),
        view: .of(bench.picture.size, on: surface, scale: scale, x: x, y: y))
    }
    let first = try draw(-10, -20, 1)
    #expect(first.premultiplied(0, 0) == [255, 0, 0, 255])
    #expect(first.premultiplied(6, 0) == [255, 255, 255, 255])
    #expect(try draw(-53, -91, 1).largestDifference(first.bytes) == 0)
    #expect(try draw(-53, -91, 3).largestDifference(first.bytes) == 0)
  }

  @Test func stripesHaveTheirColoursAndOpacity() throws {
    let bench = try FilterBench(
      TestPicture(2, 1) { x, _ in x == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255] })
    let drawn = try bench.draw("clipping(width=64, blown=#0000ff80, crushed=#00ff00)")
    #expect(drawn.premultiplied(0, 0) == [127, 127, 255, 255])
    #expect(drawn.premultiplied(1, 0) == [0, 255, 0, 255])
  }
}

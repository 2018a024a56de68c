import Filters
import Geometry
import Testing
import Zooming

/// The inputs of filters: their parameters' values and the positions.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct GlobalsTests {
  private func color(_ body: String, parameters: String = "", light: String = "encoded") -> String {
    "//!DESC own\n//!LIGHT \(light)\n\(parameters)//!HOOK COLOR\n"
      + "vec4 filter_color(vec4 color) { \(body) }\n"
  }

  @Test func valuesOfEveryKindArrive() throws {
    let parameters = """
      //!PARAM amount
      //!TYPE float
      //!MINIMUM 0
      //!MAXIMUM 1
      0.25
      //!PARAM steps
      //!TYPE int
      //!MINIMUM 0
      //!MAXIMUM 9
      4
      //!PARAM marked
      //!TYPE bool
      on
      //!PARAM mode
      //!TYPE enum
      plain
      half-light
      //!PARAM paint
      //!TYPE color
      #3366cc80

      """
    let body = """
      if (view_position.x < 1.0) return vec4(amount, float(steps) / 10.0, marked ? 1.0 : 0.0, 1.0);
      if (view_position.x < 2.0) return mode == mode_plain ? vec4(1.0) : vec4(0.0, 0.0, 0.0, 1.0);
      if (view_position.x < 3.0) return mode == mode_half_light ? vec4(1.0) : vec4(0.0, 0.0, 0.0, 1.0);
      return paint;
      """
    let picture = TestPicture(4, 1) { _, _ in [9, 9, 9, 255] }
    let bench = try FilterBench(picture)
    var chain = try FilterChain.of(color(body, parameters: parameters))
    var drawn = try bench.draw(chain)
    func expect(_ x: Int, _ color: SIMD4<UInt8>) { #expect(drawn.premultiplied(x, 0) == color) }
    expect(0, [64, 102, 255, 255])
    expect(1, [255, 255, 255, 255])
    expect(2, [0, 0, 0, 255])
    expect(3, [26, 51, 102, 128])
    chain.links[0].values = [
      .float(1), .int(8), .bool(false), .option(1),
      .color(PaintColor(red: 1, green: 0, blue: 0.2)),
    ]
    drawn = try bench.draw(chain)
    expect(0, [255, 204, 0, 255])
    expect(1, [0, 0, 0, 255])
    expect(2, [255, 255, 255, 255])
    expect(3, [255, 0, 51, 255])
    #expect(bench.statistics.filterPrograms == 1)
  }

  @Test func coloursAreInTheFiltersOwnLight() throws {
    let parameters = "//!PARAM paint\n//!TYPE color\n#336699\n"
    let body = "return vec4(paint.rgb, 1.0);"
    let drawn = try FilterBench(TestPicture(2, 2) { _, _ in [0, 0, 0, 255] })
      .draw(.of(color(body, parameters: parameters, light: "linear")))
    #expect(drawn.premultiplied(0, 0) == [0x33, 0x66, 0x99, 255])
  }

  /// Draws positions as colours, and expects those that the viewport computes, to the precision of
  /// bytes.
  @Test(arguments: 1...8, [0.5, 1, 3])
  func positionsAreThoseOfTheView(exif: Int, zoom: Double) throws {
    let level = TestPicture(60, 40) { _, _ in [0, 0, 0, 255] }
    let size = zoom < 1 ? PixelSize(width: 120, height: 80) : level.size
    let view = Viewport.of(
      size, on: PixelSize(width: 150, height: 130), scale: zoom, x: zoom > 1 ? -17 : 4,
      y: zoom > 1 ? -31 : 7, orientation: Orientation(exif: exif))
    let body = """
      vec2 back = view_from_image(image_from_view(view_position));
      float same = distance(back, view_position) < 0.01 ? 1.0 : 0.0;
      return vec4(image_position / image_size, same, 1.0);
      """
    let text = "//!DESC own\n//!HOOK IMAGE\nvec4 filter_image(vec2 position) { \(body) }\n"
    for chain in try [
      FilterChain.of(text),
      .of(
        self.color(
          "return vec4(image_position / image_size, 1.0, 1.0);")),
    ] {
      let drawn = try FilterBench(level).draw(chain, view: view, magnification: .crisp)
      var seen = 0
      for y in 0..<130 {
        for x in 0..<150 {
          let pixel = drawn.premultiplied(x, y)
          guard pixel.w == 255 else { continue }
          seen += 1
          let point = view.imagePoint(at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
          let expected = (
            x: point.x / Double(size.width) * 255, y: point.y / Double(size.height) * 255
          )
          let apart = max(abs(Double(pixel.x) - expected.x), abs(Double(pixel.y) - expected.y))
          if apart > 0.7 || pixel.z != 255 {
            Issue.record("(\(x), \(y)): \(pixel), expected \(expected)")
            return
          }
        }
      }
      #expect(seen > 1000)
    }
  }

  @Test(arguments: [0.25, 1, 2.5])
  func theZoomIsDevicePixelsPerImagePixel(zoom: Double) throws {
    let level = TestPicture(40, 40) { _, _ in [0, 0, 0, 255] }
    let size = zoom < 1 ? PixelSize(width: 160, height: 160) : level.size
    let view = Viewport.of(size, on: PixelSize(width: 40, height: 40), scale: zoom)
    let body = "return vec4(zoom / 10.0, view_position / 100.0, 1.0);"
    let drawn = try FilterBench(level).draw(.of(color(body)), view: view)
    let pixel = drawn.premultiplied(20, 30)
    #expect(pixel.x == UInt8((zoom * 25.5).rounded()))
    #expect(pixel.y == UInt8((20.5 * 2.55).rounded()) && pixel.z == UInt8((30.5 * 2.55).rounded()))
  }

  @Test(arguments: [false, true])
  func movingViewsAreFiltered(isSettled: Bool) throws {
    let picture = TestPicture.natural(120, 90)
    let view = Viewport.of(
      picture.size, on: PixelSize(width: 100, height: 80), scale: 1.37, x: -20.4, y: -13.7,
      isSettled: isSettled)
    let bench = try FilterBench(picture)
    let plain = try bench.draw(FilterChain(), view: view)
    for chain in ["invert", "blur(0),invert"] {
      let drawn = try bench.draw(.reading(chain), view: view)
      var expected = plain.bytes
      for index in expected.indices where index % 4 != 3 { expected[index] = 255 - expected[index] }
      #expect(drawn.largestDifference(expected) <= 1, "\(chain)")
    }
  }
}

import Glibc
import Testing

/// Filters that mix channels.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct ColourTests {
  @Test(arguments: [(1.0, 0.0), (0, 0), (4, 0), (0.5, 0), (1, 1), (1, -1), (1.5, 0.5), (2, -0.3)])
  func saturationScalesTheDistanceFromGrey(saturation: Double, vibrance: Double) throws {
    try expectChart("saturation(\(saturation), \(vibrance))") { c, _, _ in
      c.linear { light in
        let purity = light.max() > 0 ? 1 - light.min() / light.max() : 0
        let factor = saturation * (1 + vibrance - vibrance * purity)
        let grey = SIMD3(repeating: Light.luminance(light))
        return grey + factor * (light - grey)
      }
    }
  }

  @Test func saturationKeepsLuminanceAndGreys() throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw("saturation(0.4, -0.5)")
    let greys = try bench.draw("saturation(4, 1)")
    for x in 0..<TestPicture.chartEdge {
      for y in 0..<64 where bench.picture.pixels[y * bench.picture.size.width + x].w == 255 {
        let before = Light.luminance(Light.linear(bench.picture.straight(x, y).rgb))
        let after = Light.luminance(Light.linear(drawn.straight(x, y).rgb))
        #expect(abs(before - after) < 2.5 * 0.5 / 255)
      }
      for y in 0..<12 { #expect(greys.premultiplied(x, y) == bench.picture.premultiplied(x, y)) }
    }
  }

  @Test(arguments: [-180, -120, -37.5, 0, 1, 60, 120, 180])
  func hueRotatesAboutTheGreys(angle: Double) throws {
    // A rotation about (1, 1, 1) is a circulant matrix; Haeberli's shear restores the luminance.
    let turn = angle * .pi / 180
    let own = (1 + 2 * cos(turn)) / 3
    let one = (1 - cos(turn)) / 3 - sin(turn) / 3.0.squareRoot()
    let two = (1 - cos(turn)) / 3 + sin(turn) / 3.0.squareRoot()
    let rotation = Matrix([own, one, two], [two, own, one], [one, two, own])
    try expectChart("hue(\(angle))") { c, _, _ in
      c.linear { light in
        let turned = rotation * light
        return turned + SIMD3(repeating: Light.luminance(light) - Light.luminance(turned))
      }
    }
  }

  @Test func hueOf120TurnsRedToGreenOfTheSameLuminance() throws {
    // Dark enough to stay in gamut: a red over a grey.
    let bench = try FilterBench(TestPicture(1, 1) { _, _ in [150, 120, 120, 255] })
    let before = Light.linear(bench.picture.straight(0, 0).rgb)
    let after = Light.linear(try bench.draw("hue(120)").straight(0, 0).rgb)
    #expect(abs(Light.luminance(after) - Light.luminance(before)) < 0.003)
    #expect(abs(after.x - after.z) < 0.005)
    #expect(abs((after.y - after.x) - (before.x - before.y)) < 0.005)
    let grey = try FilterBench(
      TestPicture(256, 1) { x, _ in SIMD4(UInt8(x), UInt8(x), UInt8(x), 255) })
    #expect(try grey.draw("hue(77)").largestDifference(grey.picture.bytes) == 0)
  }

  @Test(arguments: [
    ("rec709", SIMD3(0.2126, 0.7152, 0.0722)), ("rec601", SIMD3(0.299, 0.587, 0.114)),
    ("equal", SIMD3(repeating: 1.0 / 3)),
  ])
  func grayscaleIsAWeightedSumOfLight(name: String, weights: SIMD3<Double>) throws {
    for amount in [0, 0.3, 1] {
      try expectChart("grayscale(\(amount), \(name))") { c, _, _ in
        c.linear { light in
          let grey = (weights * light).sum()
          return SIMD3(repeating: grey * amount) + light * (1 - amount)
        }
      }
    }
  }

  @Test func grayscaleHasEqualChannelsAndTheLuminance() throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw("grayscale")
    for y in 0..<bench.picture.size.height {
      for x in 0..<TestPicture.chartEdge {
        let pixel = drawn.premultiplied(x, y)
        #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 255)
        let grey = Light.grey(bench.picture.straight(x, y).rgb)
        #expect(abs(Double(pixel.x) - grey * 255) <= 0.51)
      }
    }
  }

  @Test(arguments: [0, 0.5, 1])
  func sepiaUsesTheWebsMatrix(amount: Double) throws {
    let rest = 1 - amount
    let matrix = Matrix(
      [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
      [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
      [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest])
    try expectChart("sepia(\(amount))") { c, _, _ in c.encoded { matrix * $0 } }
  }

  @Test func channelsAreShownAsGreys() throws {
    try expectChart("channel(red)") { c, _, _ in c.grey(c.x) }
    try expectChart("channel(green)") { c, _, _ in c.grey(c.y) }
    try expectChart("channel(blue)") { c, _, _ in c.grey(c.z) }
    try expectChart("channel(luminance)") { c, _, _ in c.grey(Light.grey(c.rgb)) }
    try expectChart("channel(alpha)") { c, _, _ in SIMD4(c.w, c.w, c.w, 1) }
    try expectChart("channel(unpremultiplied)") { c, _, _ in SIMD4(c.rgb, 1) }
  }

  @Test func alphaAndStoredValuesAreExact() throws {
    let bench = try FilterBench(.chart())
    let alpha = try bench.draw("channel(alpha)")
    let red = try bench.draw("channel(red)")
    for y in 0..<bench.picture.size.height {
      for x in 0..<bench.picture.size.width {
        let p = bench.picture.premultiplied(x, y)
        #expect(alpha.premultiplied(x, y) == SIMD4(p.w, p.w, p.w, 255))
        #expect(red.premultiplied(x, y) == SIMD4(p.x, p.x, p.x, p.w))
      }
    }
  }
}

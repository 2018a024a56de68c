import Testing

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct WhiteBalanceTests {
  // Linear sRGB to XYZ, from the chromaticities of its primaries and white (IEC 61966-2-1).
  private static let xyzFromRGB: Matrix = {
    let primaries = Matrix(
      columns: xyz(0.64, 0.33), xyz(0.30, 0.60), xyz(0.15, 0.06))
    return primaries * Matrix(diagonal: primaries.inverse * xyz(0.3127, 0.3290))
  }()

  private static let bradford = Matrix(
    [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])

  /// The XYZ of a light with luminance 1.
  private static func xyz(_ x: Double, _ y: Double) -> SIMD3<Double> {
    SIMD3(x / y, 1, (1 - x - y) / y)
  }

  /// Krystek's formula (1985): CIE 1960 uv of a black body, in kelvin.
  private static func blackBody(_ t: Double) -> SIMD2<Double> {
    SIMD2(
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t)
        / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t),
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t)
        / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t))
  }

  /// The XYZ of light at a colour temperature, as far off the black-body locus as D65, plus a tint.
  private static func light(_ t: Double, _ tint: Double) -> SIMD3<Double> {
    func square(_ d: SIMD2<Double>) -> Double { (d * d).sum() }
    // D65, x 0.3127 and y 0.3290, in uv.
    let d65 = SIMD2(4 * 0.3127, 6 * 0.3290) / (-2 * 0.3127 + 12 * 0.3290 + 3)
    let duv = square(d65 - blackBody(6504)).squareRoot() + tint / 3000
    let along = blackBody(t + 0.5) - blackBody(t - 0.5)
    let across = SIMD2(along.y, -along.x) / square(along).squareRoot()
    let uv = blackBody(t) + duv * across
    let scale = 2 * uv.x - 8 * uv.y + 4
    return xyz(3 * uv.x / scale, 2 * uv.y / scale)
  }

  private static func adaptation(_ t: Double, _ tint: Double) -> Matrix {
    let gain = (bradford * light(6504, 0)) / (bradford * light(t, tint))
    let toCones = bradford * xyzFromRGB
    return toCones.inverse * Matrix(diagonal: gain) * toCones
  }

  @Test(arguments: [
    (2500.0, 0.0), (3200, 0), (5003, 0), (6504, 0), (9300, 0), (12000, 0), (6504, 100),
    (6504, -100), (2500, -100), (12000, 100), (4500, 30),
  ])
  func coloursAreAdaptedFromTheChosenIlluminant(temperature: Double, tint: Double) throws {
    let matrix = Self.adaptation(temperature, tint)
    try expectChart("white-balance(\(temperature), \(tint))") { c, _, _ in
      c.linear { matrix * $0 }
    }
  }

  // Published whites (CIE 15): with its own temperature and tint, each becomes neutral.
  @Test(arguments: [
    ("A", 0.44757, 0.40745, 2856.0, -9.8), ("D50", 0.34567, 0.35850, 5003, 0),
    ("D55", 0.33242, 0.34743, 5503, 0), ("D65", 0.31271, 0.32902, 6504, 0),
    ("D75", 0.29902, 0.31485, 7504, 0),
  ])
  func publishedWhitesBecomeNeutral(
    name: String, x: Double, y: Double, temperature: Double, tint: Double
  ) throws {
    let light = Self.xyzFromRGB.inverse * Self.xyz(x, y)
    let encoded = Light.encoded(light / light.max() * 0.8)
    let bytes = (encoded * 255).rounded(.toNearestOrEven)
    let bench = try FilterBench(
      TestPicture(1, 1) { _, _ in SIMD4(UInt8(bytes.x), UInt8(bytes.y), UInt8(bytes.z), 255) })
    let drawn = try bench.draw("white-balance(\(temperature), \(tint))").premultiplied(0, 0)
    let channels = [Int(drawn.x), Int(drawn.y), Int(drawn.z)]
    #expect((channels.max() ?? 0) - (channels.min() ?? 0) <= 2, "\(name): \(channels)")
  }

  @Test func warmLightBecomesBluerAndGreenLightMagenta() throws {
    let bench = try FilterBench(TestPicture(1, 1) { _, _ in [128, 128, 128, 255] })
    let warm = try bench.draw("white-balance(3000)").premultiplied(0, 0)
    #expect(warm.z > 160 && warm.x < 110)
    let cold = try bench.draw("white-balance(11000)").premultiplied(0, 0)
    #expect(cold.z < 120 && cold.x > 135)
    let green = try bench.draw("white-balance(tint=60)").premultiplied(0, 0)
    #expect(green.y < green.x && green.y < green.z)
    let magenta = try bench.draw("white-balance(tint=-60)").premultiplied(0, 0)
    #expect(magenta.y > magenta.x && magenta.y > magenta.z)
  }
}

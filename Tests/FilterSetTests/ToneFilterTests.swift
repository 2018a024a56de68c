import Glibc
import Testing

/// Filters of single channels, and of tones.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct ToneFilterTests {
  @Test(arguments: [-5.0, -1.3, 0, 0.5, 1, 5])
  func exposureMultipliesLight(stops: Double) throws {
    try expectChart("exposure(\(stops))") { c, _, _ in c.linear { $0 * pow(2, stops) } }
  }

  @Test func oneStopIsTwiceTheLight() throws {
    let bench = try FilterBench(TestPicture(256, 1) { x, _ in SIMD4(UInt8(x), UInt8(x), 0, 255) })
    let drawn = try bench.draw("exposure(stops=1)")
    for x in 0..<180 {
      let light = Light.linear(drawn.straight(x, 0).x)
      let twice = min(1, 2 * Light.linear(Double(x) / 255))
      #expect(abs(light - twice) <= 0.5 / 255 * 2.3, "\(x)")
    }
  }

  @Test(arguments: [
    (0.0, 1.0), (0.2, 1), (-1, 1), (1, 1), (0, 0), (0, 4), (-0.1, 1.7), (0.3, 0.4),
  ])
  func brightnessAndContrastAreLinear(brightness: Double, contrast: Double) throws {
    try expectChart("brightness-contrast(\(brightness), \(contrast))") { c, _, _ in
      // W3C: slope [amount] and intercept -(0.5 * [amount]) + 0.5.
      c.eachChannel { contrast * $0 + 0.5 - 0.5 * contrast + brightness }
    }
  }

  @Test(arguments: [0.1, 0.45, 1, 2.2, 10])
  func gammaIsAPowerFunction(gamma: Double) throws {
    try expectChart("gamma(\(gamma))") { c, _, _ in
      c.eachChannel { $0 > 0 ? exp(log($0) / gamma) : 0 }
    }
  }

  @Test func gammaIsOddForNegativeValues() throws {
    // The chart is darkened below 0, bent, and lightened again; no step clips it.
    try expectChart("brightness-contrast(-0.5), gamma(0.5), gamma(2), brightness-contrast(0.5)") {
      c, _, _ in c
    }
  }

  @Test(arguments: [
    (0.0, 1.0, 1.0, 0.0, 1.0), (0.1, 0.8, 1, 0, 1), (0, 1, 2.2, 0, 1), (0, 1, 1, 0.2, 0.7),
    (0.3, 0.31, 0.1, 0, 1), (0.05, 0.9, 0.6, 0.9, 0.1), (0, 1, 10, 0, 1),
  ])
  func levelsFollowTheirFormula(
    black: Double, white: Double, gamma: Double, low: Double, high: Double
  ) throws {
    try expectChart("levels(\(black), \(white), \(gamma), \(low), \(high))") { c, _, _ in
      c.eachChannel { value in
        if value <= black { return low }
        if value >= white { return high }
        return low + (high - low) * pow((value - black) / (white - black), 1 / gamma)
      }
    }
  }

  @Test(arguments: [(0.5, 0.5), (0.7, 0.2)])
  func levelsWithCrossedLimitsAreAStep(black: Double, white: Double) throws {
    try expectChart("levels(\(black), \(white))", step: 1e-5) { c, _, _ in
      c.eachChannel { $0 > black ? 1 : 0 }
    }
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func invertGivesTheNegative(amount: Double) throws {
    try expectChart("invert(\(amount))") { c, _, _ in
      // W3C: the table [amount, 1 - amount].
      c.eachChannel { amount * (1 - $0) + (1 - amount) * $0 }
    }
    try expectChart("invert(\(amount), linear)") { c, _, _ in
      c.eachChannel { value in
        let negative = Light.encoded(1 - Light.linear(value))
        return value + amount * (negative - value)
      }
    }
  }

  @Test(arguments: ["encoded", "linear"])
  func invertingTwiceChangesNothing(light: String) throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw("invert(light=\(light)), invert(light=\(light))")
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
  }

  @Test(arguments: [0, 0.25, 0.5, 128.0 / 255, 0.999, 1])
  func thresholdSplitsByLuminance(level: Double) throws {
    try expectChart("threshold(\(level))", step: 3e-5) { c, _, _ in
      c.grey(Light.grey(c.rgb) >= level ? 1 : 0)
    }
  }

  @Test func aGreyEqualToTheThresholdIsWhite() throws {
    let bench = try FilterBench(
      TestPicture(256, 1) { x, _ in SIMD4(repeating: UInt8(x)) | [0, 0, 0, 255] })
    for level in [0, 1, 77, 128, 254, 255] {
      let drawn = try bench.draw("threshold(\(Double(level) / 255))")
      for x in 0..<256 { #expect(drawn.premultiplied(x, 0).x == (x >= level ? 255 : 0)) }
    }
  }

  @Test(arguments: [(0.5, 0.2), (0.3, 1), (0, 0.5), (1, 0.01)])
  func aSoftThresholdIsASmoothStep(level: Double, softness: Double) throws {
    try expectChart("threshold(\(level), \(softness))") { c, _, _ in
      let place = (Light.grey(c.rgb) - level + softness / 2) / softness
      let t = min(1, max(0, place))
      return c.grey(t * t * (3 - 2 * t))
    }
  }

  @Test(arguments: [2, 3, 4, 7, 64])
  func posterizeHasEqualSteps(tones: Int) throws {
    try expectChart("posterize(\(tones))", step: 1e-5) { c, _, _ in
      c.eachChannel { value in
        // W3C: for k with k/n <= C < (k+1)/n the k-th tone; the last for C = 1.
        let part = (0..<tones).last { Double($0) <= value * Double(tones) + 1e-9 } ?? 0
        return Double(part) / Double(tones - 1)
      }
    }
  }
}

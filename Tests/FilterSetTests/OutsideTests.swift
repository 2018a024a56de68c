import Glibc
import Testing

/// Colours below black and above white, as earlier filters may produce them.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct OutsideTests {
  /// The filter under test gets channels from −0.9 to 1.1.
  private func expectOutside(
    _ filter: String, step: Double = 0, is formula: (SIMD4<Double>) -> SIMD4<Double>
  ) throws {
    try expectChart("brightness-contrast(-0.4, 2), \(filter)", step: step) { c, _, _ in
      formula(c.eachChannel { 2 * ($0 - 0.5) + 0.5 - 0.4 })
    }
  }

  @Test func tonesStayFinite() throws {
    try expectOutside("gamma(2.2)") { c in
      c.eachChannel { $0 < 0 ? -pow(-$0, 1 / 2.2) : pow($0, 1 / 2.2) }
    }
    try expectOutside("levels(0.1, 0.8, 2.2)") { c in
      c.eachChannel { pow(min(1, max(0, ($0 - 0.1) / 0.7)), 1 / 2.2) }
    }
    try expectOutside("posterize(5)", step: 1e-5) { c in
      c.eachChannel { min(4, max(0, ($0 * 5 + 1e-9).rounded(.down))) / 4 }
    }
    try expectOutside("invert(1, linear)") { c in
      c.eachChannel { Light.encoded(1 - Light.linear($0)) }
    }
    try expectOutside("exposure(-3)") { c in c.linear { $0 / 8 } }
  }

  @Test func coloursStayFinite() throws {
    try expectOutside("saturation(1.5, 0.8)") { c in
      c.linear { light in
        // With a channel at or below 0, the purity is 1.
        let purity = light.min() <= 0 ? 1 : 1 - light.min() / light.max()
        let grey = SIMD3(repeating: Light.luminance(light))
        return grey + 1.5 * (1.8 - 0.8 * purity) * (light - grey)
      }
    }
    try expectOutside("false-color(turbo)") { c in
      SIMD4(PublishedMap.colour(at: Light.grey(c.rgb), of: turbo), c.w)
    }
    try expectOutside("threshold(0, 0.5)") { c in
      let t = min(1, max(0, (Light.grey(c.rgb) + 0.25) / 0.5))
      return c.grey(t * t * (3 - 2 * t))
    }
    try expectOutside("channel(luminance)") { c in c.grey(Light.grey(c.rgb)) }
  }

  private let turbo = PublishedMap.turbo.colours
}

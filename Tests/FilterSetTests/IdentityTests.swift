import Filters
import Testing

/// With neutral values, filters keep every byte, at every alpha.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct IdentityTests {
  static let chains = [
    "brightness-contrast", "brightness-contrast(0, 1)", "exposure", "gamma", "levels",
    "levels(0, 1, 1, 0, 1)", "white-balance", "white-balance(6504, 0)", "saturation",
    "saturation(1, 0)", "hue", "grayscale(0)", "grayscale(0, rec601)", "sepia(0)", "invert(0)",
    "invert(0, linear)", "color-blindness(protanopia, simulate, 0)",
    "color-blindness(tritanopia, simulate, 0)", "color-blindness(deuteranopia, daltonize, 0)",
    "color-blindness(tritanopia, daltonize, 0)", "vignette(0)", "vignette(-4, 1, 0.5)",
    "clipping(blown=#ff000000, crushed=#00000000)",
  ]

  @Test(arguments: chains)
  func neutralValuesChangeNothing(chain: String) throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(chain)
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
  }

  @Test func allNeutralFiltersTogetherChangeNothing() throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(
      "exposure,white-balance,levels,gamma,brightness-contrast,saturation,hue,vignette(0),sepia(0),"
        + "color-blindness(severity=0)")
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
  }

  @Test func adjustmentsStartAtTheIdentity() throws {
    let bench = try FilterBench(.chart())
    let adjustments = [
      "brightness-contrast", "exposure", "gamma", "hue", "levels", "saturation", "white-balance",
    ]
    let effects = [
      "channel", "clipping", "color-blindness", "false-color", "grayscale", "invert", "posterize",
      "sepia", "threshold", "vignette",
    ]
    for name in adjustments {
      #expect(try bench.draw(name).largestDifference(bench.picture.bytes) == 0, "\(name)")
    }
    for name in effects {
      #expect(try bench.draw(name).largestDifference(bench.picture.bytes) > 30, "\(name)")
    }
  }

  @Test(arguments: [
    "exposure(-5), exposure(5)", "exposure(5), exposure(-5)",
    "brightness-contrast(1), brightness-contrast(-1)", "gamma(2.2), gamma(0.45454545)",
    "hue(120), hue(-120)", "saturation(4), saturation(0.25)",
  ])
  func aFilterAndItsInverseCancelOut(chain: String) throws {
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(chain)
    #expect(drawn.largestDifference(bench.picture.bytes) <= 1)
  }

  @Test func theBuiltInFiltersAreValid() {
    #expect(FilterLibrary.builtInProblems == [])
  }
}

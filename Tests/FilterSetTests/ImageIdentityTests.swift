import Testing

/// With neutral values, image filters keep every byte.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct ImageIdentityTests {
  @Test(arguments: [
    "blur(0)", "denoise(0)", "emboss(strength=0)", "focus-peaking(paint=#ff000000)",
    "focus-peaking(threshold=1, paint=#00ff0000)", "pixelate(1)", "sharpen(0)",
    "sharpen(0, 3, 0.5)", "sharpen(5, 1, 1)",
    "blur(0), pixelate(1), sharpen(0), denoise(0), emboss(strength=0)",
  ])
  func neutralValuesChangeNothing(chain: String) throws {
    for picture in [TestPicture.chart(), .glass(270, 120)] {
      let drawn = try FilterBench(picture).draw(chain)
      #expect(drawn.largestDifference(picture.bytes) == 0, "\(chain)")
    }
  }

  @Test func aUniformPictureHasNothingToBlurSharpenOrPaint() throws {
    let picture = TestPicture(70, 50) { _, _ in [180, 90, 33, 255] }
    let bench = try FilterBench(picture)
    for chain in ["blur(5)", "sharpen(5, 3)", "denoise", "pixelate(7)", "focus-peaking(0.01)"] {
      #expect(try bench.draw(chain).largestDifference(picture.bytes) == 0, "\(chain)")
    }
    #expect(try bench.draw("edges").bytes.enumerated().allSatisfy { $1 == ($0 % 4 == 3 ? 255 : 0) })
  }

  @Test func defaultValuesHaveAVisibleEffect() throws {
    let picture = TestPicture.natural(120, 90)
    let bench = try FilterBench(picture)
    let names = ["blur", "denoise", "edges", "emboss", "focus-peaking", "pixelate", "sharpen"]
    for name in names {
      #expect(try bench.draw(name).largestDifference(picture.bytes) > 10, "\(name)")
    }
  }
}

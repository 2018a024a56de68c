import DecoderKit
import Geometry
import Resampling
import TestSupport
import Testing

/// ICC profiles of pictures and displays, compared with lcms2's own transforms in Double.
@Suite struct ColourICCTests {
  @Test("Curves and primaries give lcms2's colours", arguments: [8, 16])
  func matrix(depth: Int) {
    let profile = TestProfile.adobe()
    #expect(!profile.isEmpty)
    let picture = SamplePicture.noise(50, 40, RowFormat(channels: .rgb, depth: depth), seed: 31)
    let wanted = TestProfile.reference(picture.fractions, from: profile, channels: 3)
    #expect(largestError(shown(picture, .icc(profile)), from: wanted) <= 1)
  }

  @Test("A grey profile's curve applies")
  func gray() {
    let profile = TestProfile.gray(gamma: 1.8)
    let picture = ColourPNGTests.ramp(RowFormat(channels: .gray))
    let wanted = TestProfile.reference(picture.fractions, from: profile, channels: 1)
    #expect(largestError(shown(picture, .icc(profile)), from: wanted) <= 1)
  }

  @Test("A profile equal to sRGB leaves the samples unchanged")
  func nearlySRGB() {
    let profile = TestProfile.sRGB()
    #expect(!profile.isEmpty)
    for format in ReducerExactTests.formats where format.channels.count >= 3 {
      guard format.channels != .cmyk else { continue }
      let picture = SamplePicture.noise(40, 20, format, seed: 32)
      #expect(shown(picture, .icc(profile)) == shown(picture, .sRGB))
    }
  }

  @Test("lcms2 applies tables and keeps alpha", arguments: [8, 16])
  func tables(depth: Int) {
    let profile = TestProfile.swapped(channels: 3)
    #expect(!profile.isEmpty)
    let picture = SamplePicture.noise(300, 5, RowFormat(channels: .rgb, depth: depth), seed: 33)
    let wanted = TestProfile.reference(picture.fractions, from: profile, channels: 3)
    let error = largestError(shown(picture, .icc(profile)), from: wanted)
    #expect(error <= 2, "lcms2 rounds its tables for integers")

    let translucent = SamplePicture(300, 5, RowFormat(channels: .rgba, depth: depth)) {
      x, y, channel in
      channel < 3 ? picture.sample(x, y, channel) : (depth == 8 ? 200 : 200 * 257)
    }
    let opaque = shown(picture, .icc(profile))
    let pixels = shown(translucent, .icc(profile))
    for at in stride(from: 0, to: pixels.count, by: 4) {
      #expect(pixels[at + 3] == 200)
      for channel in 0..<3 {
        #expect(abs(Double(pixels[at + channel]) - Double(opaque[at + channel]) * 200 / 255) <= 1)
      }
    }
  }

  @Test("A profile separates inks")
  func inks() {
    let profile = TestProfile.swapped(channels: 4)
    #expect(!profile.isEmpty)
    let picture = SamplePicture.noise(30, 30, RowFormat(channels: .cmyk), seed: 34)
    let wanted = TestProfile.reference(picture.fractions, from: profile, channels: 4)
    #expect(largestError(shown(picture, .icc(profile)), from: wanted) <= 3)
    // Here cyan alone removes blue: the profile was used, not the simple mixture.
    let cyan = SamplePicture(1, 1, RowFormat(channels: .cmyk)) { _, _, ink in ink == 0 ? 255 : 0 }
    let pixel = shown(cyan, .icc(profile))
    #expect(pixel[0] > 240 && pixel[2] < 15)
  }

  @Test("Inks keep their alpha, with a profile and without", arguments: [8, 16], [false, true])
  func translucentInks(depth: Int, hasProfile: Bool) {
    let full = 1 << depth - 1
    let format = RowFormat(channels: .cmyka, depth: depth)
    let inks = SamplePicture.noise(30, 30, RowFormat(channels: .cmyk, depth: depth), seed: 40)
    let source = hasProfile ? SourceColor.icc(TestProfile.swapped(channels: 4)) : .sRGB
    let opaque = shown(inks, source)
    let translucent = SamplePicture(30, 30, format) { x, y, channel in
      channel == 4
        ? x * full / 29 : Int((inks.fractions[(y * 30 + x) * 4 + channel] * Double(full)).rounded())
    }
    let pixels = shown(translucent, source)
    for pixel in 0..<900 {
      let alpha = Double(pixel % 30 * full / 29) / Double(full)
      #expect(abs(Double(pixels[pixel * 4 + 3]) - alpha * 255) <= 0.51)
      for channel in 0..<3 {
        let wanted = Double(opaque[pixel * 4 + channel]) * alpha
        #expect(abs(Double(pixels[pixel * 4 + channel]) - wanted) <= 1.1, "\(pixel)")
      }
    }
  }

  @Test("Converted rows are reduced like any other rows")
  func tablesReduced() {
    let profile = TestProfile.swapped(channels: 3)
    let picture = SamplePicture(120, 90, RowFormat(channels: .rgb)) { x, y, channel in
      TestPattern.photograph(x, y, channel)
    }
    let atFullSize = shown(picture, .icc(profile))
    let converted = SamplePicture(120, 90, RowFormat(channels: .rgb)) { x, y, channel in
      Int(atFullSize[(y * 120 + x) * 4 + channel])
    }
    for level in [PixelSize(width: 50, height: 37), PixelSize(width: 20, height: 15)] {
      var run = ReducerRun(level: level)
      run.source = .icc(profile)
      let pixels = run(picture).joined(level)
      run.source = .sRGB
      let psnr = pixels.psnr(run(converted).joined(level))
      #expect(psnr > 60, "\(psnr) dB")
    }
  }

  // MARK: Displays

  @Test("A display with curves and primaries gets its own colours")
  func matrixDisplay() {
    let display = TestProfile.adobe()
    let picture = SamplePicture.noise(50, 40, RowFormat(channels: .rgb), seed: 35)
    let wanted = TestProfile.reference(
      picture.fractions, from: TestProfile.sRGB(), channels: 3, to: display)
    #expect(largestError(shown(picture, .sRGB, display: display), from: wanted) <= 1)
  }

  @Test("A picture in the display's own colours is copied")
  func sameAsDisplay() {
    let profile = TestProfile.adobe()
    let picture = SamplePicture.noise(50, 40, RowFormat(channels: .rgba), seed: 36)
    #expect(shown(picture, .icc(profile), display: profile) == shown(picture, .sRGB))
  }

  @Test("A display with tables gets lcms2's colours")
  func tableDisplay() {
    let display = TestProfile.swapped(channels: 3)
    let picture = SamplePicture.noise(50, 40, RowFormat(channels: .rgb), seed: 37)
    let wanted = TestProfile.reference(
      picture.fractions, from: TestProfile.sRGB(), channels: 3, to: display,
      intent: 1)
    let opaque = shown(picture, .sRGB, display: display)
    // For speed lcms2 uses tables of its own, which are coarse in dark colours.
    #expect(largestError(opaque, from: wanted) <= 8)
    #expect(meanError(opaque, from: wanted) <= 1)

    let translucent = SamplePicture(50, 40, RowFormat(channels: .rgba)) { x, y, channel in
      channel < 3 ? picture.sample(x, y, channel) : 128
    }
    let pixels = shown(translucent, .sRGB, display: display)
    for at in stride(from: 0, to: pixels.count, by: 4) {
      #expect(pixels[at + 3] == 128)
      for channel in 0..<3 {
        #expect(
          abs(Double(pixels[at + channel]) - Double(opaque[at + channel]) * 128 / 255) <= 0.51)
      }
    }
  }

  // MARK: Untrusted profiles

  @Test("Unusable profiles count as sRGB")
  func unsuitable() {
    let picture = SamplePicture.noise(20, 20, RowFormat(channels: .rgb), seed: 38)
    let plain = shown(picture, .sRGB)
    let profiles: [[UInt8]] = [
      [], [1, 2, 3], [UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0xFF, count: 200),
      TestProfile.gray(gamma: 1.8), TestProfile.swapped(channels: 4), TestProfile.lab(),
      Array(TestProfile.adobe().prefix(140)),
      TestProfile.flat(colorants: [0, 0, 0]), TestProfile.flat(colorants: [1, 1, 1]),
      TestProfile.flat(gamma: nil),
    ]
    for (index, profile) in profiles.enumerated() {
      #expect(shown(picture, .icc(profile)) == plain, "profile \(index) of a picture")
      #expect(shown(picture, .sRGB, display: profile) == plain, "profile \(index) of a display")
    }
  }

  @Test("Tables with one colour for all samples count as sRGB", arguments: [8, 16])
  func flatTables(depth: Int) {
    let picture = SamplePicture.noise(20, 20, RowFormat(channels: .rgb, depth: depth), seed: 41)
    #expect(shown(picture, .icc(TestProfile.flatTables())) == shown(picture, .sRGB))
  }

  @Test("A damaged profile neither ends the decoder nor leaves a pixel unwritten")
  func damaged() {
    let seed: UInt64 = 39
    var numbers = SeededNumbers(seed: seed)
    let whole = [
      TestProfile.adobe(), TestProfile.sRGB(),
      TestProfile.swapped(channels: 3), TestProfile.gray(gamma: 2.2),
    ]
    let picture = SamplePicture.noise(4, 3, RowFormat(channels: .rgb), seed: 40)
    let gray = SamplePicture.noise(4, 3, RowFormat(channels: .gray), seed: 41)
    for round in 0..<120 {
      var profile = whole[round % whole.count]
      if round % 3 == 0 {
        profile = Array(profile.prefix(Int(numbers.next() % UInt64(profile.count))))
      }
      for _ in 0..<(1 + round % 9) where !profile.isEmpty {
        // Mostly in the header, the tag table and the tags' own headers.
        let range = round % 2 == 0 ? min(profile.count, 600) : profile.count
        profile[Int(numbers.next() % UInt64(range))] = UInt8(truncatingIfNeeded: numbers.next())
      }
      for pixels in [
        shown(picture, .icc(profile)), shown(gray, .icc(profile)),
        shown(picture, .sRGB, display: profile),
      ] {
        let alphas = stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
        #expect(alphas.allSatisfy { $0 == 255 }, "seed \(seed), round \(round)")
      }
    }
  }
}

import DecoderKit
import Geometry
import Glibc
import Resampling
import Testing

/// PNG's colour chunks: gAMA, cHRM, sRGB.
@Suite struct ColourPNGTests {
  static func ramp(_ format: RowFormat) -> SamplePicture {
    let step = format.depth == 8 ? 1 : 257
    return SamplePicture(256, 2, format) { x, y, channel in
      let value = (x + 80 * channel) % 256 * step
      return format.depth == 16 && y == 1 ? max(0, value - 97) : value
    }
  }

  @Test(
    "gAMA: a sample is shown as sRGB(sample ^ (1 / gAMA))", arguments: [1.0, 0.45, 0.5, 0.35, 2])
  func gamma(exponent: Double) {
    for format in [
      RowFormat(channels: .gray), RowFormat(channels: .rgb), RowFormat(channels: .gray, depth: 16),
      RowFormat(channels: .rgb, depth: 16),
    ] {
      let picture = Self.ramp(format)
      let wanted = picture.fractions.flatMap { value -> [Double] in
        let color = ReducerReference.encoded(pow(value, 1 / exponent))
        return format.channels == .gray ? [color, color, color] : [color]
      }
      let error = largestError(shown(picture, .gamma(encodingExponent: exponent)), from: wanted)
      #expect(error <= 1, "\(format.channels), \(format.depth) bits")
    }
  }

  @Test("gAMA 45455, sRGB and impossible values leave the samples unchanged")
  func plain() {
    let picture = Self.ramp(RowFormat(channels: .rgba))
    let wanted = shown(picture, .sRGB)
    for exponent in [0.45455, 0.454545, 0, -1, .nan, .infinity, 1e-9] {
      #expect(shown(picture, .gamma(encodingExponent: exponent)) == wanted, "gAMA \(exponent)")
    }
  }

  static let white = Chromaticity(x: 0.3127, y: 0.329)

  @Test("cHRM with sRGB's own primaries changes nothing")
  func ownPrimaries() {
    let picture = Self.ramp(RowFormat(channels: .rgb))
    let source = SourceColor.chromaticities(
      white: Self.white, red: Chromaticity(x: 0.64001, y: 0.33),
      green: Chromaticity(x: 0.3, y: 0.6),
      blue: Chromaticity(x: 0.15, y: 0.05999), gamma: 0.45455)
    #expect(shown(picture, source) == shown(picture, .sRGB))
  }

  @Test("cHRM with wider primaries goes through their matrix")
  func widePrimaries() {
    let picture = SamplePicture.noise(40, 40, RowFormat(channels: .rgb), seed: 21)
    let source = SourceColor.chromaticities(
      white: Self.white, red: Chromaticity(x: 0.64, y: 0.33), green: Chromaticity(x: 0.21, y: 0.71),
      blue: Chromaticity(x: 0.15, y: 0.06), gamma: 1 / 2.2)
    // Adobe RGB (1998) to sRGB, both D65, as published.
    let matrix = [[1.39836, -0.39836, 0.0], [0, 1, 0], [0, -0.04293, 1.04293]]
    let samples = picture.fractions
    let wanted = stride(from: 0, to: samples.count, by: 3).flatMap { at in
      matrix.map { row -> Double in
        let light = (0..<3).reduce(0.0) { $0 + row[$1] * pow(samples[at + $1], 2.2) }
        return ReducerReference.encoded(min(max(light, 0), 1))
      }
    }
    #expect(largestError(shown(picture, source), from: wanted) <= 1)
  }

  @Test("cHRM without a triangle of colours counts as sRGB")
  func degenerate() {
    let picture = Self.ramp(RowFormat(channels: .rgb))
    let odd: [Chromaticity] = [
      Chromaticity(x: 0, y: 0), Chromaticity(x: .nan, y: 1), Chromaticity(x: 0.3, y: 0.6),
      Chromaticity(x: 1e300, y: 1e-300),
    ]
    for point in odd {
      let source = SourceColor.chromaticities(
        white: Self.white, red: point, green: Chromaticity(x: 0.3, y: 0.6), blue: point, gamma: nil)
      #expect(shown(picture, source) == shown(picture, .sRGB))
    }
  }

  @Test("Alpha multiplies the encoded colour, not the light")
  func alpha() {
    let picture = SamplePicture.noise(60, 40, RowFormat(channels: .rgba), seed: 22)
    let pixels = shown(picture, .gamma(encodingExponent: 1))
    let samples = picture.fractions
    for at in stride(from: 0, to: samples.count, by: 4) {
      #expect(Double(pixels[at + 3]) == (samples[at + 3] * 255).rounded())
      for channel in 0..<3 {
        let wanted = 255 * ReducerReference.encoded(samples[at + channel]) * samples[at + 3]
        #expect(abs(Double(pixels[at + channel]) - wanted) <= 0.55)
      }
    }
  }
}

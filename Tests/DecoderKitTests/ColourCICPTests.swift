import DecoderKit
import Geometry
import Glibc
import Resampling
import Testing

/// Colours described by code points (ITU-T H.273).
@Suite struct ColourCICPTests {
  private let noise = SamplePicture.noise(40, 40, RowFormat(channels: .rgb), seed: 22)

  @Test("BT.709's numbers, video curves and unknown numbers are sRGB, bit for bit")
  func ordinary() {
    let wanted = shown(noise, .sRGB)
    for (primaries, transfer) in [
      (1, 13), (1, 1), (1, 6), (1, 14), (2, 2), (1, 2), (0, 0), (99, 250), (1, -3),
    ] {
      let pixels = shown(noise, .cicp(primaries: primaries, transfer: transfer))
      let isSame = pixels == wanted
      #expect(isSame, "\(primaries) \(transfer)")
    }
  }

  @Test("Display P3 goes through its primaries' matrix")
  func wide() {
    let source = SourceColor.chromaticities(
      white: ColourPNGTests.white, red: Chromaticity(x: 0.68, y: 0.32),
      green: Chromaticity(x: 0.265, y: 0.69), blue: Chromaticity(x: 0.15, y: 0.06), gamma: nil)
    let pixels = shown(noise, .cicp(primaries: 12, transfer: 13))
    let (isWide, isPlain) = (pixels == shown(noise, source), pixels == shown(noise, .sRGB))
    #expect(isWide && !isPlain)
  }

  @Test("Pure power curves decode to linear light", arguments: [(4, 2.2), (5, 2.8), (8, 1.0)])
  func powers(transfer: Int, exponent: Double) {
    let picture = ColourPNGTests.ramp(RowFormat(channels: .gray, depth: 16))
    let wanted = picture.fractions.flatMap { value in
      [Double](repeating: ReducerReference.encoded(pow(value, exponent)), count: 3)
    }
    let error = largestError(
      shown(picture, .cicp(primaries: 1, transfer: transfer)), from: wanted)
    #expect(error <= 1)
  }

  /// SMPTE ST 2084, from cd/m² to the signal.
  private func signal(nits: Double) -> Double {
    let y = pow(nits / 10000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375)
  }

  /// The displayed code, 0 to 255, of a grey with some signal.
  private func code(_ signal: Double, transfer: Int) -> Int {
    let value = Int((signal * 65535).rounded())
    let picture = SamplePicture(1, 1, RowFormat(channels: .gray, depth: 16)) { _, _, _ in value }
    return Int(shown(picture, .cicp(primaries: 9, transfer: transfer))[0])
  }

  @Test("PQ is exact up to nearly half of white and compressed above; 1000 cd/m² is the brightest")
  func perceptualQuantizer() {
    #expect(code(0, transfer: 16) == 0)
    for nits in [0.5, 5, 20, 50, 80] {
      let wanted = ReducerReference.encoded(nits / 203) * 255
      let shown = Double(code(signal(nits: nits), transfer: 16))
      #expect(abs(shown - wanted) <= 1, "\(nits) cd/m²: \(shown), \(wanted)")
    }
    let codes = stride(from: 0.0, through: 1, by: 1.0 / 512).map { code($0, transfer: 16) }
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0 <= $1 })
    // White is bright, with room for what is brighter.
    #expect((215...240).contains(code(signal(nits: 203), transfer: 16)))
    #expect(code(signal(nits: 600), transfer: 16) > code(signal(nits: 300), transfer: 16))
    for nits in [1000.0, 4000, 10000] {
      #expect(code(signal(nits: nits), transfer: 16) == 255, "\(nits) cd/m²")
    }
  }

  @Test("HLG white is 75 % of the signal, as bright as PQ's")
  func hybridLogGamma() {
    #expect(code(0, transfer: 18) == 0)
    #expect(code(1, transfer: 18) == 255)
    #expect(
      abs(code(0.75, transfer: 18) - code(signal(nits: 203), transfer: 16)) <= 1)
    let codes = stride(from: 0.0, through: 1, by: 1.0 / 512).map { code($0, transfer: 18) }
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0 <= $1 })
  }
}

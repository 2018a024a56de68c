import CJXL
import DecoderProtocol
import Geometry
import TestSupport
import Testing

/// The colours of JPEG XL files: enumerated, by ICC profile, or lossy and in any space.
@Suite struct JXLColorTests {
  struct Colors: Sendable, CustomTestStringConvertible {
    var name: String
    var primaries = JXL_PRIMARIES_SRGB
    var white = JXL_WHITE_POINT_D65
    var curve = JXL_TRANSFER_FUNCTION_SRGB
    var gamma = 0.0
    var custom: [Double] = []
    var testDescription: String { name }

    var encoding: JxlColorEncoding {
      var encoding = JXLWriter.encoding(primaries, white, curve, gamma: gamma)
      if !custom.isEmpty {
        encoding.primaries_red_xy = (custom[0], custom[1])
        encoding.primaries_green_xy = (custom[2], custom[3])
        encoding.primaries_blue_xy = (custom[4], custom[5])
      }
      return encoding
    }
  }

  /// All that have an exact ICC profile.
  static let named: [Colors] = [
    Colors(name: "Display P3", primaries: JXL_PRIMARIES_P3),
    Colors(
      name: "DCI-P3", primaries: JXL_PRIMARIES_P3, white: JXL_WHITE_POINT_DCI,
      curve: JXL_TRANSFER_FUNCTION_DCI),
    Colors(name: "BT.2020's primaries", primaries: JXL_PRIMARIES_2100),
    Colors(
      name: "BT.2020", primaries: JXL_PRIMARIES_2100, curve: JXL_TRANSFER_FUNCTION_709),
    Colors(name: "linear", curve: JXL_TRANSFER_FUNCTION_LINEAR),
    Colors(name: "a power", curve: JXL_TRANSFER_FUNCTION_GAMMA, gamma: 0.55),
    Colors(
      name: "P3 by a power", primaries: JXL_PRIMARIES_P3, curve: JXL_TRANSFER_FUNCTION_GAMMA,
      gamma: 0.4),
    Colors(name: "equal energy", white: JXL_WHITE_POINT_E),
    Colors(
      name: "own primaries", primaries: JXL_PRIMARIES_CUSTOM,
      custom: [0.64, 0.33, 0.21, 0.71, 0.15, 0.06]),
    Colors(
      name: "own primaries, BT.709's curve", primaries: JXL_PRIMARIES_CUSTOM,
      curve: JXL_TRANSFER_FUNCTION_709, custom: [0.64, 0.33, 0.21, 0.71, 0.15, 0.06]),
  ]

  /// The PNG decoder must show the same samples with libjxl's profile alike.
  @Test(arguments: named) func enumeratedColoursEqualTheirProfiles(_ colors: Colors) throws {
    var writer = JXLWriter(width: 48, height: 40)
    writer.encoding = colors.encoding
    let numbers = JXLPixelTests.noise(48 * 40 * 3)
    let file = writer.file(numbers)
    let (_, pixels) = try DecoderClient.decode(.jxl, file)
    var png = RawPNG(width: 48, height: 40, colorType: 2, depth: 8)
    let profile = JXLReference.profile(of: file)
    #expect(profile.count > 128)
    png.chunks = [("iCCP", Array("x\0\0".utf8) + RawPNG.zlib(profile))]
    let samples = numbers.map { Int(($0 * 255).rounded()) }
    let (_, expected) = try DecoderClient.decode(.png, PictureFile(png.file(samples)))
    let worst = JXLReference.difference(pixels, expected)
    #expect(worst <= 2, "\(worst)")
    // The declared colours must make a difference.
    let plain = try DecoderClient.decode(.jxl, JXLWriter(width: 48, height: 40).file(numbers)).1
    #expect(pixels.difference(plain) > 5)
  }

  @Test(arguments: [JXL_TRANSFER_FUNCTION_PQ.rawValue, JXL_TRANSFER_FUNCTION_HLG.rawValue])
  func brightPicturesAreToneMappedForADisplay(_ curve: UInt32) throws {
    // Greys from black to the brightest: they must increase, stay grey, and not be clipped at
    // white.
    var writer = JXLWriter(width: 64, height: 8)
    writer.bits = 16
    writer.encoding = JXLWriter.encoding(
      JXL_PRIMARIES_2100, JXL_WHITE_POINT_D65, JxlTransferFunction(curve))
    let ramp = (0..<64).flatMap { [Float](repeating: Float($0) / 63, count: 3) }
    let numbers = [[Float]](repeating: ramp, count: 8).flatMap { $0 }
    let (_, pixels) = try DecoderClient.decode(.jxl, writer.file(numbers))
    let greys = (0..<64).map { pixels.pixel($0, 4) }
    #expect(greys.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] })
    #expect(zip(greys, greys.dropFirst()).allSatisfy { $0[0] <= $1[0] })
    #expect(greys[0][0] == 0 && greys[63][0] >= 250)
    // Read as sRGB, the middle value would be 128.
    let middle = curve == JXL_TRANSFER_FUNCTION_PQ.rawValue ? 32 : 40
    #expect(abs(Int(greys[middle][0]) - middle * 255 / 63) > 8)
  }

  @Test func aProfileAppliesOnce() throws {
    // Red and blue are exchanged, so it can't be overlooked; applied twice, it would cancel out.
    var writer = JXLWriter(width: 40, height: 30)
    writer.icc = SwappedProfile.bytes(padding: 100)
    let numbers: [Float] = (0..<40 * 30).flatMap { _ -> [Float] in [0.8, 0.15, 0.08] }
    let lossless = try DecoderClient.decode(.jxl, writer.file(numbers)).1
    #expect(lossless.pixel(20, 15)[2] > 180 && lossless.pixel(20, 15)[0] < 40)
    // libjxl can't output such colours for a lossy file: the space requested must give the same.
    writer.isLossless = false
    writer.distance = 0.5
    let lossy = try DecoderClient.decode(.jxl, writer.file(numbers)).1
    let pairs = zip(lossy.pixel(20, 15), lossless.pixel(20, 15))
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 4 })
  }

  @Test func lossyDarkColoursAreSmooth() throws {
    // libjxl would output linear light, where 8 bits are too few for dark colours.
    var writer = JXLWriter(width: 256, height: 64)
    writer.isLossless = false
    writer.distance = 0.1
    writer.icc = SwappedProfile.bytes(padding: 0)
    let numbers = JXLPixelTests.waves(writer.size, channels: 3).map { $0 * 0.3 }
    let file = writer.file(numbers)
    let (_, pixels) = try DecoderClient.decode(.jxl, file)
    let expected = try #require(JXLReference.decode(file, preferred: JXLWriter.encoding()))
    let worst = JXLReference.difference(pixels, expected)
    #expect(worst <= 2, "\(worst)")
  }

  @Test func aGreyPictureMayHaveItsOwnCurve() throws {
    var writer = JXLWriter(width: 256, height: 4, channels: 1)
    writer.encoding = JXLWriter.encoding(
      JXL_PRIMARIES_SRGB, JXL_WHITE_POINT_D65, JXL_TRANSFER_FUNCTION_LINEAR)
    let numbers = (0..<256 * 4).map { Float($0 % 256) / 255 }
    let (_, pixels) = try DecoderClient.decode(.jxl, writer.file(numbers))
    // A fifth of the light is nearly half of the way to white.
    #expect(abs(Int(pixels.pixel(51, 2)[0]) - 124) <= 1)
  }
}

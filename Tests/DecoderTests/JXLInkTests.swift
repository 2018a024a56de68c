import CJXL
import CLCMS
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// JPEG XL in printing inks, compared with lcms2 in the tests' process, and in CIE L*a*b*.
@Suite struct JXLInkTests {
  private static let size = PixelSize(width: 41, height: 30)

  /// Converts inks, of which 65535 is the full amount, to sRGB with a profile.
  private static func colors(_ inks: [[UInt16]], by profile: [UInt8]) -> [[UInt8]] {
    let source = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count))
    let target = cmsCreate_sRGBProfile()
    defer {
      cmsCloseProfile(source)
      cmsCloseProfile(target)
    }
    let transform = cmsCreateTransform(
      source, UInt32(PT_CMYK << 16 | 4 << 3 | 2), target, UInt32(PT_RGB << 16 | 3 << 3 | 1),
      UInt32(INTENT_PERCEPTUAL), UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE))
    defer { cmsDeleteTransform(transform) }
    return inks.map { ink in
      var color = [UInt8](repeating: 0, count: 3)
      cmsDoTransform(transform, ink, &color, 1)
      return color
    }
  }

  /// 8-bit values that differ from pixel to pixel, in some number of channels.
  private static func samples(_ channels: Int) -> [[Int]] {
    (0..<size.width * size.height).map { (pixel: Int) -> [Int] in
      (0..<channels).map { (channel: Int) -> Int in
        let step = 7 + 4 * channel
        return (pixel * step + channel * 60) % 256
      }
    }
  }

  private func file(_ samples: [[Int]], bits: Int, profile: [UInt8]) -> PictureFile {
    let hasAlpha = samples[0].count > 4
    var writer = JXLWriter(
      width: Self.size.width, height: Self.size.height, channels: hasAlpha ? 4 : 3)
    writer.bits = bits
    writer.icc = profile
    // Files store it inverted: 0 is the full amount of an ink.
    writer.black = samples.map { 1 - Float($0[3]) / 255 }
    let numbers = samples.flatMap { (pixel: [Int]) -> [Float] in
      let inks: [Float] = pixel[..<3].map { 1 - Float($0) / 255 }
      let alpha: [Float] = pixel[4...].map { Float($0) / 255 }
      return inks + alpha
    }
    return writer.file(numbers)
  }

  @Test(arguments: [8, 16], [false, true])
  func inksBecomeColours(_ bits: Int, _ hasAlpha: Bool) throws {
    let samples = Self.samples(hasAlpha ? 5 : 4)
    let profile = MadeMedium.inks.profile
    let client = try DecoderClient(.jxl, file(samples, bits: bits, profile: profile))
    let info = try client.open()
    #expect(info.size == Self.size && info.hasAlpha == hasAlpha)
    let pixels = try client.pixels(of: Level(size: info.size))
    let colors = Self.colors(samples.map { $0[..<4].map { UInt16($0 * 257) } }, by: profile)
    let straight = zip(colors, samples).flatMap { color, sample in
      color + [hasAlpha ? UInt8(sample[4]) : 255]
    }
    let worst = pixels.difference(Pixels(straight: straight, size: Self.size))
    #expect(worst <= 2, "\(worst)")
    #expect(client.missing.isEmpty)
  }

  /// Black alone is black: its channel must not be ignored.
  @Test func theBlackChannelApplies() throws {
    let samples = [[Int]](
      repeating: [0, 0, 0, 255], count: Self.size.width * Self.size.height)
    let file = file(samples, bits: 8, profile: MadeMedium.inks.profile)
    let (_, pixels) = try DecoderClient.decode(.jxl, file)
    #expect(pixels.pixel(20, 20).prefix(3).allSatisfy { $0 < 60 }, "\(pixels.pixel(20, 20))")
  }

  @Test func truncatedInkFilesGiveAPartOrASentence() throws {
    let whole = file(Self.samples(4), bits: 8, profile: MadeMedium.inks.profile).bytes
    for eighths in 1..<8 {
      let client = try DecoderClient(
        .jxl, PictureFile(Array(whole.prefix(whole.count * eighths / 8))))
      do {
        let info = try client.open()
        _ = try client.pixels(of: Level(size: info.size))
        #expect(client.missing.count == 1)
      } catch let failure as CodecError {
        #expect(failure.code == .corrupt, "\(failure.sentence)")
      }
    }
  }

  /// libjxl doesn't pass on an L*a*b* profile, so any colours would be wrong.
  @Test(arguments: [2, 4]) func labFilesGiveASentence(_ version: Int) throws {
    let profile = version < 4 ? cmsCreateLab2Profile(nil) : cmsCreateLab4Profile(nil)
    var writer = JXLWriter(width: 16, height: 12)
    writer.icc = DeviceProfile.bytes(profile)
    try #require(!writer.icc.isEmpty)
    let file = writer.file([Float](repeating: 0.5, count: 16 * 12 * 3))
    #expect(
      throws: CodecError(
        .unsupported,
        "the JPEG XL picture has colours that libjxl can't describe, such as CIE L*a*b*")
    ) { try DecoderClient.decode(.jxl, file) }
  }
}

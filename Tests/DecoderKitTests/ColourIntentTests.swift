import CLCMS
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling
import TestSupport
import Testing

/// Rendering intents and black point compensation, compared with lcms2's own transforms in Double.
@Suite struct ColourIntentTests {
  private static let profile = PaperProfile.bytes()
  private let picture = SamplePicture.noise(40, 30, RowFormat(channels: .rgb), seed: 51)

  @Test(arguments: [RenderingIntent.perceptual, .relative, .saturation, .absolute], [true, false])
  func anIntentUsesTheProfilesOwnTable(intent: RenderingIntent, compensates: Bool) {
    let wanted = TestProfile.reference(
      picture.fractions, from: Self.profile, channels: 3, intent: Int32(intent.rawValue),
      flags: compensates ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0)
    let pixels = shown(
      picture, .icc(Self.profile),
      rendering: ColorRendering(intent: intent, compensatesBlackPoint: compensates))
    #expect(meanError(pixels, from: wanted) <= 1, "\(intent) \(compensates)")
  }

  @Test func blackPointCompensationMapsBlackToTheDisplaysBlack() {
    let black = SamplePicture(1, 1, RowFormat(channels: .rgb)) { _, _, _ in 0 }
    func shade(_ compensates: Bool) -> UInt8 {
      let rendering = ColorRendering(intent: .relative, compensatesBlackPoint: compensates)
      return shown(black, .icc(Self.profile), rendering: rendering)[1]
    }
    #expect(shade(true) <= 2)
    // A lightness of 25 is 59 in sRGB.
    #expect((54...64).contains(shade(false)))
  }

  @Test func thePicturesIntentIsTheDefault() {
    // The profile's header says saturation.
    let own = shown(picture, .icc(Self.profile))
    let same = shown(picture, .icc(Self.profile), rendering: ColorRendering(intent: .saturation))
    let other = shown(picture, .icc(Self.profile), rendering: ColorRendering(intent: .relative))
    #expect(own == same)
    #expect(own != other)
  }

  @Test func absoluteColorimetryKeepsThePapersTintWithCurves() {
    let white = SamplePicture(1, 1, RowFormat(channels: .rgb)) { _, _, _ in 255 }
    let profile = DeviceProfile.yellowishScanner()
    let wanted = TestProfile.reference(
      [1, 1, 1], from: profile, channels: 3, intent: INTENT_ABSOLUTE_COLORIMETRIC)
    let absolute = shown(white, .icc(profile), rendering: ColorRendering(intent: .absolute))
    #expect(largestError(absolute, from: wanted) <= 1)
    #expect(absolute[2] < 240, "blue must be missing: \(absolute)")
    let relative = shown(white, .icc(profile), rendering: ColorRendering(intent: .relative))
    #expect(relative[0] >= 254 && relative[1] >= 254 && relative[2] >= 254)
  }
}

/// A medium whose black is grey, with another grey for each intent.
private enum PaperProfile {
  /// Tables whose black has a lightness of 10, 25 and 40: perceptual, relative, saturation.
  static func bytes() -> [UInt8] {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigInputClass)
    cmsSetColorSpace(profile, cmsSigRgbData)
    cmsSetPCS(profile, cmsSigLabData)
    cmsSetHeaderRenderingIntent(profile, UInt32(INTENT_SATURATION))
    var white = cmsCIEXYZ(X: 0.95, Y: 0.98, Z: 0.7)
    cmsWriteTag(profile, cmsSigMediaWhitePointTag, &white)
    write(profile, cmsSigAToB0Tag) { lift($0, $1, black: 10) }
    write(profile, cmsSigAToB1Tag) { lift($0, $1, black: 25) }
    write(profile, cmsSigAToB2Tag) { lift($0, $1, black: 40) }
    return DeviceProfile.bytes(profile)
  }

  private static func lift(
    _ input: UnsafePointer<UInt16>, _ output: UnsafeMutablePointer<UInt16>, black: Double
  ) {
    let rgb = (0..<3).map { Double(input[$0]) / 65535 }
    let grey = rgb.reduce(0, +) / 3
    let lab = [
      black + (100 - black) * grey, (rgb[0] - rgb[1]) * 40, (rgb[1] - rgb[2]) * 40,
    ]
    // L*a*b* of ICC version 2: 65 280 for an L* of 100, 256 for a step of a* and b*.
    output[0] = UInt16(min(max(lab[0] * 652.8, 0), 65535))
    output[1] = UInt16(min(max((lab[1] + 128) * 256, 0), 65535))
    output[2] = UInt16(min(max((lab[2] + 128) * 256, 0), 65535))
  }

  private static func write(
    _ profile: cmsHPROFILE?, _ tag: cmsTagSignature, _ sample: Sampler
  ) {
    let pipeline = cmsPipelineAlloc(nil, 3, 3)
    defer { cmsPipelineFree(pipeline) }
    var table: [UInt16] = []
    let edge = 17
    for index in 0..<edge * edge * edge {
      let input = [index / edge / edge, index / edge % edge, index % edge].map {
        UInt16($0 * 65535 / (edge - 1))
      }
      var output: [UInt16] = [0, 0, 0]
      sample(input, &output)
      table += output
    }
    let stage = cmsStageAllocCLut16bit(nil, UInt32(edge), 3, 3, table)
    cmsPipelineInsertStage(pipeline, cmsAT_END, stage)
    cmsWriteTag(profile, tag, UnsafeRawPointer(pipeline))
  }

  private typealias Sampler = (
    UnsafePointer<UInt16>, UnsafeMutablePointer<UInt16>
  ) -> Void
}

import CLCMS
import DecoderKit
import TestSupport

/// ICC profiles for the tests, as bytes.
enum TestProfile {
  /// Adobe RGB's primaries, with a gamma of 2.2.
  static func adobe() -> [UInt8] {
    bytes(DeviceProfile.rgb([(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)]))
  }

  private static func bytes(_ profile: cmsHPROFILE?) -> [UInt8] { DeviceProfile.bytes(profile) }

  static func gray(gamma: Double) -> [UInt8] {
    var white = cmsCIExyY(x: 0.3457, y: 0.3585, Y: 1)
    let curve = cmsBuildGamma(nil, gamma)
    defer { cmsFreeToneCurve(curve) }
    return bytes(cmsCreateGrayProfile(&white, curve))
  }

  /// A singular profile: all colorants are equal, or the curves give no light.
  static func flat(colorants: [Double]? = nil, gamma: Double? = 2.2) -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    let colors = DeviceProfile.sRGB.map { cmsCIExyY(x: $0.0, y: $0.1, Y: 1) }
    var primaries = cmsCIExyYTRIPLE(Red: colors[0], Green: colors[1], Blue: colors[2])
    var flat: [UInt16] = [0, 0]
    let curve = gamma.map { cmsBuildGamma(nil, $0) } ?? cmsBuildTabulatedToneCurve16(nil, 2, &flat)
    defer { cmsFreeToneCurve(curve) }
    var curves = [curve, curve, curve]
    let profile = cmsCreateRGBProfile(&white, &primaries, &curves)
    if let colorants {
      var color = cmsCIEXYZ(X: colorants[0], Y: colorants[1], Z: colorants[2])
      for tag in [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag] {
        cmsWriteTag(profile, tag, &color)
      }
    }
    return bytes(profile)
  }

  /// A profile whose tables contain the same grey everywhere.
  static func flatTables() -> [UInt8] {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.4)
    cmsSetDeviceClass(profile, cmsSigDisplayClass)
    cmsSetColorSpace(profile, cmsSigRgbData)
    cmsSetPCS(profile, cmsSigLabData)
    let pipeline = cmsPipelineAlloc(nil, 3, 3)
    defer { cmsPipelineFree(pipeline) }
    let stage = cmsStageAllocCLut16bit(nil, 3, 3, 3, nil)
    cmsStageSampleCLut16bit(
      stage,
      { _, output, _ in
        for channel in 0..<3 { output?[channel] = 0x8000 }
        return 1
      }, nil, 0)
    cmsPipelineInsertStage(pipeline, cmsAT_END, stage)
    cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
    return bytes(profile)
  }

  static func lab() -> [UInt8] { bytes(cmsCreateLab2Profile(nil)) }

  static func sRGB() -> [UInt8] { bytes(cmsCreate_sRGBProfile()) }

  /// A profile of tables only, which exchange red and blue, so it can't pass for curves and
  /// primaries.
  static func swapped(channels: Int) -> [UInt8] {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.4)
    cmsSetDeviceClass(profile, channels == 4 ? cmsSigOutputClass : cmsSigDisplayClass)
    cmsSetColorSpace(profile, channels == 4 ? cmsSigCmykData : cmsSigRgbData)
    cmsSetPCS(profile, cmsSigLabData)
    write(profile, cmsSigAToB0Tag, inputs: UInt32(channels), isForward: true)
    if channels == 3 {
      for tag in [cmsSigBToA0Tag, cmsSigBToA1Tag] {
        write(profile, tag, inputs: 3, isForward: false)
      }
    }
    return bytes(profile)
  }

  private static func write(
    _ profile: cmsHPROFILE?, _ tag: cmsTagSignature, inputs: UInt32, isForward: Bool
  ) {
    let sRGB = cmsCreate_sRGBProfile()
    let lab = cmsCreateLab2Profile(nil)
    defer {
      cmsCloseProfile(sRGB)
      cmsCloseProfile(lab)
    }
    let rgbType = UInt32(PT_RGB << 16 | 3 << 3 | 2)
    let labType = UInt32(PT_LabV2 << 16 | 3 << 3 | 2)
    let transform =
      isForward
      ? cmsCreateTransform(sRGB, rgbType, lab, labType, UInt32(INTENT_RELATIVE_COLORIMETRIC), 0)
      : cmsCreateTransform(lab, labType, sRGB, rgbType, UInt32(INTENT_RELATIVE_COLORIMETRIC), 0)
    defer { cmsDeleteTransform(transform) }
    let pipeline = cmsPipelineAlloc(nil, inputs, 3)
    defer { cmsPipelineFree(pipeline) }
    let stage = cmsStageAllocCLut16bit(nil, inputs == 4 ? 7 : 17, inputs, 3, nil)
    let sampler: cmsSAMPLER16 =
      inputs == 4
      ? { input, output, transform in
        guard let input, let output else { return 0 }
        var rgb: [UInt16] = [0, 0, 0]
        for ink in 0..<3 {
          rgb[2 - ink] = UInt16(
            (65535 - UInt64(input[ink])) * (65535 - UInt64(input[3])) / 65535)
        }
        cmsDoTransform(transform, &rgb, output, 1)
        return 1
      }
      : { input, output, transform in
        guard let input, let output else { return 0 }
        // Forward the input is red, green, blue; backward the output is.
        cmsDoTransform(transform, [input[2], input[1], input[0]], output, 1)
        return 1
      }
    let backward: cmsSAMPLER16 = { input, output, transform in
      guard let input, let output else { return 0 }
      cmsDoTransform(transform, input, output, 1)
      swap(&output[0], &output[2])
      return 1
    }
    cmsStageSampleCLut16bit(stage, isForward ? sampler : backward, transform, 0)
    cmsPipelineInsertStage(pipeline, cmsAT_END, stage)
    cmsWriteTag(profile, tag, UnsafeRawPointer(pipeline))
  }

  /// lcms2's own conversion of samples: red, green and blue as fractions of 1.
  static func reference(
    _ samples: [Double], from source: [UInt8], channels: Int, to display: [UInt8]? = nil,
    intent: Int32 = INTENT_PERCEPTUAL, flags: Int32 = cmsFLAGS_BLACKPOINTCOMPENSATION
  ) -> [Double] {
    let from = cmsOpenProfileFromMem(source, UInt32(source.count))
    let to =
      display.map { cmsOpenProfileFromMem($0, UInt32($0.count)) } ?? cmsCreate_sRGBProfile()
    defer {
      cmsCloseProfile(from)
      cmsCloseProfile(to)
    }
    let space: Int32 = channels == 1 ? PT_GRAY : channels == 3 ? PT_RGB : PT_CMYK
    // Doubles: FLOAT_SH(1) and BYTES_SH(0).
    let inType = UInt32(1 << 22 | space << 16 | Int32(channels) << 3)
    let outType = UInt32(1 << 22 | PT_RGB << 16 | 3 << 3)
    let transform = cmsCreateTransform(
      from, inType, to, outType, UInt32(intent),
      UInt32(flags | cmsFLAGS_NOOPTIMIZE))
    defer { cmsDeleteTransform(transform) }
    // lcms2 measures ink in per cent.
    let input = channels == 4 ? samples.map { $0 * 100 } : samples
    var output = [Double](repeating: 0, count: samples.count / channels * 3)
    cmsDoTransform(transform, input, &output, UInt32(samples.count / channels))
    return output
  }
}

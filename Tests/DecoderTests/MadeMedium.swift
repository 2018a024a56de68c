import CLCMS
import TestSupport

/// Test media with a smaller gamut than sRGB, as ICC profiles of each kind.
enum MadeMedium: String, CaseIterable, Sendable {
  case matrix, tables, inks

  var profile: [UInt8] {
    switch self {
    case .matrix: DeviceProfile.bytes(Self.device())
    case .tables: Self.tables(channels: 3)
    case .inks: Self.tables(channels: 4)
    }
  }

  private static func device() -> cmsHPROFILE? {
    DeviceProfile.rgb([(0.52, 0.34), (0.31, 0.50), (0.20, 0.16)], version: 2.1)
  }

  private static func tables(channels: UInt32) -> [UInt8] {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigOutputClass)
    cmsSetColorSpace(profile, channels == 4 ? cmsSigCmykData : cmsSigRgbData)
    cmsSetPCS(profile, cmsSigLabData)
    let (device, lab) = (device(), cmsCreateLab2Profile(nil))
    defer {
      cmsCloseProfile(device)
      cmsCloseProfile(lab)
    }
    let rgbType = UInt32(PT_RGB << 16 | 3 << 3 | 2)
    let labType = UInt32(PT_LabV2 << 16 | 3 << 3 | 2)
    let intent = UInt32(INTENT_RELATIVE_COLORIMETRIC)
    let forward = cmsCreateTransform(device, rgbType, lab, labType, intent, 0)
    let backward = cmsCreateTransform(lab, labType, device, rgbType, intent, 0)
    for tag in [cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag] {
      write(forward, profile, tag, from: channels, to: 3)
    }
    for tag in [cmsSigBToA0Tag, cmsSigBToA1Tag, cmsSigBToA2Tag] {
      write(backward, profile, tag, from: 3, to: channels)
    }
    cmsDeleteTransform(forward)
    cmsDeleteTransform(backward)
    return DeviceProfile.bytes(profile)
  }

  private static func write(
    _ transform: cmsHTRANSFORM?, _ profile: cmsHPROFILE?, _ tag: cmsTagSignature,
    from inputs: UInt32, to outputs: UInt32
  ) {
    let pipeline = cmsPipelineAlloc(nil, inputs, outputs)
    defer { cmsPipelineFree(pipeline) }
    let table = cmsStageAllocCLut16bit(nil, inputs == 4 ? 13 : 33, inputs, outputs, nil)
    let plain: cmsSAMPLER16 = { input, output, transform in
      cmsDoTransform(transform, input, output, 1)
      return 1
    }
    let fromInks: cmsSAMPLER16 = { input, output, transform in
      guard let input else { return 0 }
      let light = (0..<3).map {
        UInt16((65535 - UInt64(input[$0])) * (65535 - UInt64(input[3])) / 65535)
      }
      cmsDoTransform(transform, light, output, 1)
      return 1
    }
    let toInks: cmsSAMPLER16 = { input, output, transform in
      guard let output else { return 0 }
      cmsDoTransform(transform, input, output, 1)
      for ink in 0..<3 { output[ink] = 65535 - output[ink] }
      output[3] = 0
      return 1
    }
    let sampler = inputs == 4 ? fromInks : outputs == 4 ? toInks : plain
    cmsStageSampleCLut16bit(table, sampler, transform, 0)
    cmsPipelineInsertStage(pipeline, cmsAT_END, table)
    cmsWriteTag(profile, tag, UnsafeRawPointer(pipeline))
  }
}

import CLCMS
import TestSupport

/// Test displays, as ICC profiles of each kind that a monitor may have.
enum MadeDisplay: String, CaseIterable, Sendable {
  case matrix2, matrix4, tables2, tables4, broken

  var profile: [UInt8] {
    switch self {
    case .matrix2: DeviceProfile.bytes(Self.device(gamma: 2.2, version: 2.1))
    case .matrix4: DeviceProfile.bytes(Self.device(gamma: 2.4, version: 4.3))
    case .tables2: Self.tables(version: 2.1)
    case .tables4: Self.tables(version: 4.3)
    // A profile that ends in the middle of its first tag.
    case .broken: Array(DeviceProfile.bytes(Self.device(gamma: 2.2, version: 2.1)).prefix(200))
    }
  }

  /// A display with curves and primaries, wider than sRGB.
  private static func device(gamma: Double, version: Double) -> cmsHPROFILE? {
    DeviceProfile.rgb([(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)], gamma: gamma, version: version)
  }

  /// The same profile as tables from and to CIE L*a*b*.
  private static func tables(version: Double) -> [UInt8] {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, version)
    cmsSetDeviceClass(profile, cmsSigDisplayClass)
    cmsSetColorSpace(profile, cmsSigRgbData)
    cmsSetPCS(profile, cmsSigLabData)
    let device = device(gamma: 2.4, version: version)
    let lab = version < 4 ? cmsCreateLab2Profile(nil) : cmsCreateLab4Profile(nil)
    defer {
      cmsCloseProfile(device)
      cmsCloseProfile(lab)
    }
    let rgbType = UInt32(PT_RGB << 16 | 3 << 3 | 2)
    let labType = UInt32((version < 4 ? PT_LabV2 : PT_Lab) << 16 | 3 << 3 | 2)
    let intent = UInt32(INTENT_RELATIVE_COLORIMETRIC)
    let forward = cmsCreateTransform(device, rgbType, lab, labType, intent, 0)
    let backward = cmsCreateTransform(lab, labType, device, rgbType, intent, 0)
    for tag in [cmsSigAToB0Tag, cmsSigAToB1Tag] { write(forward, profile, tag) }
    for tag in [cmsSigBToA0Tag, cmsSigBToA1Tag] { write(backward, profile, tag) }
    cmsDeleteTransform(forward)
    cmsDeleteTransform(backward)
    return DeviceProfile.bytes(profile)
  }

  private static func write(
    _ transform: cmsHTRANSFORM?, _ profile: cmsHPROFILE?, _ tag: cmsTagSignature
  ) {
    let pipeline = cmsPipelineAlloc(nil, 3, 3)
    defer { cmsPipelineFree(pipeline) }
    let table = cmsStageAllocCLut16bit(nil, 33, 3, 3, nil)
    let sampler: cmsSAMPLER16 = { input, output, transform in
      cmsDoTransform(transform, input, output, 1)
      return 1
    }
    cmsStageSampleCLut16bit(table, sampler, transform, 0)
    for stage in [
      cmsStageAllocToneCurves(nil, 3, nil), table, cmsStageAllocToneCurves(nil, 3, nil),
    ] {
      cmsPipelineInsertStage(pipeline, cmsAT_END, stage)
    }
    cmsWriteTag(profile, tag, UnsafeRawPointer(pipeline))
  }
}

import CLCMS

/// ICC profiles of devices that do not exist.
public enum DeviceProfile {
  /// The chromaticities of sRGB's red, green and blue.
  public static let sRGB = [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]

  /// A profile of curves and primaries, with D65 as its white; the caller closes it.
  ///
  /// Without a gamma it has sRGB's curve.
  public static func rgb(
    _ primaries: [(Double, Double)], gamma: Double? = 2.2, version: Double? = nil
  ) -> cmsHPROFILE? {
    let curve =
      gamma.map { cmsBuildGamma(nil, $0) }
      ?? cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { cmsFreeToneCurve(curve) }
    let colors = primaries.map { cmsCIExyY(x: $0.0, y: $0.1, Y: 1) }
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var triple = cmsCIExyYTRIPLE(Red: colors[0], Green: colors[1], Blue: colors[2])
    var curves: [OpaquePointer?] = [curve, curve, curve]
    let profile = cmsCreateRGBProfile(&white, &triple, &curves)
    if let version { cmsSetProfileVersion(profile, version) }
    return profile
  }

  /// The profile of a scanner with yellowish paper.
  public static func yellowishScanner() -> [UInt8] {
    let profile = rgb(sRGB, version: 2.1)
    cmsSetDeviceClass(profile, cmsSigInputClass)
    var paper = cmsCIEXYZ(X: 0.94, Y: 0.98, Z: 0.6)
    cmsWriteTag(profile, cmsSigMediaWhitePointTag, &paper)
    return bytes(profile)
  }

  /// Returns a profile's bytes, and closes it; empty if that fails.
  public static func bytes(_ profile: cmsHPROFILE?) -> [UInt8] {
    guard let profile else { return [] }
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(profile, nil, &count) != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(profile, &bytes, &count) != 0 else { return [] }
    return bytes
  }
}

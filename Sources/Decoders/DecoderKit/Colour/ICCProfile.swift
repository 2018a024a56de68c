import CLCMS
import DecoderProtocol
import Resampling

/// A parsed ICC profile: an owning handle for lcms2's `cmsHPROFILE`.
///
/// Its bytes come from a picture and are not trusted: profiles that lcms2 rejects, or that describe
/// neither a device nor a colour space, are refused. lcms2's default error handler does nothing.
struct ICCProfile: ~Copyable {
  /// The kind of samples that a profile converts.
  enum Space {
    case gray, rgb, cmyk, lab
  }

  /// No real picture has a larger profile.
  private static let mostBytes = 32 << 20

  let handle: cmsHPROFILE
  let space: Space

  /// Parses the profile in `bytes`.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes.count <= Self.mostBytes,
      let handle = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    else { return nil }
    self.init(adopting: handle)
  }

  /// Takes ownership of a profile; closes it if its class or space is unsupported.
  init?(adopting handle: cmsHPROFILE) {
    switch cmsGetDeviceClass(handle) {
    case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: break
    default:
      cmsCloseProfile(handle)
      return nil
    }
    let space: Space? =
      switch cmsGetColorSpace(handle) {
      case cmsSigGrayData: .gray
      case cmsSigRgbData: .rgb
      case cmsSigCmykData: .cmyk
      default: nil
      }
    guard let space, !Self.isDegenerate(handle, space) else {
      cmsCloseProfile(handle)
      return nil
    }
    self.space = space
    self.handle = handle
  }

  /// True if curves or primaries are missing, or map all colours (or all in a plane) to one.
  private static func isDegenerate(_ handle: cmsHPROFILE, _ space: Space) -> Bool {
    guard !hasTables(handle) else { return false }
    let curves: [cmsTagSignature]
    switch space {
    case .cmyk, .lab: return false
    case .gray: curves = [cmsSigGrayTRCTag]
    case .rgb:
      guard let red = colorant(handle, cmsSigRedColorantTag),
        let green = colorant(handle, cmsSigGreenColorantTag),
        let blue = colorant(handle, cmsSigBlueColorantTag),
        Matrix3(red, green, blue).inverse != nil
      else { return true }
      curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
    }
    return curves.contains { isConstant(handle, $0) }
  }

  /// True if a curve is missing or gives visibly the same light for all samples.
  private static func isConstant(_ handle: cmsHPROFILE, _ tag: cmsTagSignature) -> Bool {
    guard let data = cmsReadTag(handle, tag) else { return true }
    let curve = OpaquePointer(data)
    let lights = (0...16).map { cmsEvalToneCurveFloat(curve, Float($0) / 16) }
    guard let darkest = lights.min(), let brightest = lights.max() else { return true }
    return !(brightest - darkest > leastRange)
  }

  /// The smallest difference in light between a curve's darkest and brightest sample.
  private static let leastRange: Float = 0.01

  /// lcms2's own sRGB profile.
  static func sRGB() -> ICCProfile? {
    guard let handle = cmsCreate_sRGBProfile() else { return nil }
    return ICCProfile(adopting: handle)
  }

  /// The CIE L*a*b* profile.
  static func lab() -> ICCProfile? {
    guard let handle = cmsCreateLab4Profile(nil) else { return nil }
    return ICCProfile(handle, .lab)
  }

  private init(_ handle: cmsHPROFILE, _ space: Space) {
    self.handle = handle
    self.space = space
  }

  deinit { cmsCloseProfile(handle) }

  /// The intent in the profile's header; absolute colorimetric, which shows the paper's tint,
  /// becomes relative.
  var renderingIntent: UInt32 {
    let intent = cmsGetHeaderRenderingIntent(handle)
    return intent <= UInt32(INTENT_SATURATION)
      ? intent : UInt32(INTENT_RELATIVE_COLORIMETRIC)
  }

  /// The media white, which the absolute colorimetric intent preserves.
  ///
  /// Version 2 display profiles store the unadapted white; D50 is used for these.
  private var mediaWhite: SIMD3<Double> {
    let isDisplay = cmsGetDeviceClass(handle) == cmsSigDisplayClass
    if isDisplay, cmsGetEncodedICCversion(handle) < 0x400_0000 { return RGBSpace.d50 }
    let white = colorant(cmsSigMediaWhitePointTag) ?? RGBSpace.d50
    return white.min() > 0.01 && white.max() < 10 ? white : RGBSpace.d50
  }

  /// Adjusts `space` for the intent: only absolute colorimetric keeps the media white.
  func space(_ space: RGBSpace, for intent: RenderingIntent) -> RGBSpace {
    guard intent == .absolute else { return space }
    var space = space
    space.toXYZ = .diagonal(mediaWhite / RGBSpace.d50) * space.toXYZ
    return space
  }

  /// True if the profile has lookup tables, which lcms2 prefers to curves and primaries.
  private static func hasTables(_ handle: cmsHPROFILE) -> Bool {
    let tags = [
      cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag,
      cmsSigDToB2Tag, cmsSigDToB3Tag,
    ]
    return tags.contains { cmsIsTag(handle, $0) != 0 }
  }

  /// The profile as curves and primaries; `nil` if only lcms2 can apply it.
  ///
  /// `count` values of each curve are sampled.
  func matrixShaper(samples count: Int) -> RGBSpace? {
    guard !Self.hasTables(handle) else { return nil }
    switch space {
    case .cmyk, .lab: return nil
    case .gray:
      guard let curve = curve(cmsSigGrayTRCTag, samples: count) else { return nil }
      return RGBSpace(curves: [curve], toXYZ: RGBSpace.sRGB.toXYZ)
    case .rgb:
      guard let red = colorant(cmsSigRedColorantTag),
        let green = colorant(cmsSigGreenColorantTag), let blue = colorant(cmsSigBlueColorantTag),
        Matrix3(red, green, blue).inverse != nil,
        let redCurve = curve(cmsSigRedTRCTag, samples: count),
        let greenCurve = curve(cmsSigGreenTRCTag, samples: count),
        let blueCurve = curve(cmsSigBlueTRCTag, samples: count)
      else { return nil }
      let isOne = redCurve == greenCurve && redCurve == blueCurve
      return RGBSpace(
        curves: isOne ? [redCurve] : [redCurve, greenCurve, blueCurve],
        toXYZ: Matrix3(red, green, blue))
    }
  }

  private func colorant(_ tag: cmsTagSignature) -> SIMD3<Double>? {
    Self.colorant(handle, tag)
  }

  private static func colorant(
    _ handle: cmsHPROFILE, _ tag: cmsTagSignature
  ) -> SIMD3<Double>? {
    guard let data = cmsReadTag(handle, tag) else { return nil }
    let value = data.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
    guard value.X.isFinite, value.Y.isFinite, value.Z.isFinite else { return nil }
    return SIMD3(value.X, value.Y, value.Z)
  }

  private func curve(_ tag: cmsTagSignature, samples count: Int) -> TransferCurve? {
    guard let data = cmsReadTag(handle, tag) else { return nil }
    let curve = OpaquePointer(data)
    var samples = [Float](repeating: 0, count: count)
    for index in 0..<count {
      let light = cmsEvalToneCurveFloat(curve, Float(index) / Float(count - 1))
      guard light.isFinite else { return nil }
      samples[index] = min(max(light, 0), 1)
    }
    return .sampled(samples)
  }
}

extension RenderingIntent {
  /// lcms2's number for the intent; `nil` means that the picture's profile chooses.
  var number: UInt32? { self == .ofPicture ? nil : UInt32(rawValue) }
}

import CLCMS
import DecoderProtocol
import Resampling

/// The colour space of a picture's samples, as stated in its file.
///
/// Values need no validation: invalid ones are treated as sRGB.
package enum SourceColor: Hashable, Sendable {
  /// sRGB, stated or assumed.
  case sRGB
  /// sRGB's primaries with this encoding exponent (PNG's gAMA; 0.45455 for most pictures).
  case gamma(encodingExponent: Double)
  /// Explicit primaries (PNG's cHRM) with an encoding exponent, or with sRGB's curve if it is
  /// `nil`.
  case chromaticities(
    white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity,
    gamma: Double?)
  /// Code points for primaries and transfer function (ITU-T H.273, "CICP").
  case cicp(primaries: Int, transfer: Int)
  /// CIE L*a*b* (D50) in the red, green and blue channels, in the 16-bit encoding of ICC version 4:
  /// 257 for each step of a and b, with -128 at 0.
  case lab
  /// The bytes of an ICC profile, unchanged from the file.
  case icc([UInt8])
}

extension SourceColor {
  /// The headroom to assume for pictures of this colour space; `nil` for SDR.
  ///
  /// PQ and HLG files seldom state it; most are graded for a display of 1000 cd/m².
  package var usualHeadroom: Double? {
    guard case .cicp(_, let transfer) = self, transfer == 16 || transfer == 18 else { return nil }
    return HighDynamicRange.usualHeadroom
  }
}

extension SourceColor {
  /// The light of each code of red, green and blue; `nil` for HDR, or if curves alone do not
  /// describe the space.
  package func lightOfCodes(count: Int = 256) -> [[Float]]? {
    let curves: [TransferCurve]
    switch self {
    case .sRGB: curves = [.sRGB]
    case .icc(let bytes):
      guard let profile = ICCProfile(bytes) else {
        curves = [.sRGB]
        break
      }
      guard let space = profile.matrixShaper(samples: 511), profile.space == .rgb else {
        return nil
      }
      curves = space.curves
    case .cicp(let primaries, let transfer):
      guard usualHeadroom == nil else { return nil }
      curves = RGBSpace(cicpPrimaries: primaries, transfer: transfer).curves
    case .gamma, .chromaticities, .lab: return nil
    }
    return (0..<3).map { channel in
      let curve = curves[min(channel, curves.count - 1)]
      return (0..<count).map { Float(curve.light(Double($0) / Double(count - 1))) }
    }
  }
}

/// The display's colours, and the working space in which pixels for it are reduced.
struct DisplayColor: ~Copyable {
  /// The space in which reduced pixels are encoded.
  let working: RGBSpace
  /// The working space as a profile.
  let workingProfile: ICCProfile
  /// Converts from the working space to a display described by lookup tables.
  let finish: ICCTransform?

  /// The display of an ICC profile; sRGB if the profile is empty or unusable.
  init(profile bytes: [UInt8], rendering: ColorRendering = ColorRendering()) {
    guard let sRGB = ICCProfile.sRGB() else {
      // This can fail only if memory runs out.
      fatalError("lcms2 cannot make an sRGB profile")
    }
    guard !bytes.isEmpty, let profile = ICCProfile(bytes), profile.space == .rgb else {
      self.init(working: .sRGB, workingProfile: sRGB, finish: nil)
      return
    }
    if let space = profile.matrixShaper(samples: 511) {
      if Self.isUsable(space) {
        self.init(
          working: profile.space(space, for: rendering.intent), workingProfile: profile,
          finish: nil)
      } else {
        self.init(working: .sRGB, workingProfile: sRGB, finish: nil)
      }
      return
    }
    let finish = ICCTransform(
      from: sRGB, format: RowFormat(channels: .rgba), to: profile,
      intent: rendering.intent.number ?? UInt32(INTENT_RELATIVE_COLORIMETRIC),
      compensatesBlackPoint: rendering.compensatesBlackPoint, isFine: true)
    self.init(working: .sRGB, workingProfile: sRGB, finish: finish)
  }

  /// True if curves and primaries can describe a display: white must be bright and black dark.
  private static func isUsable(_ space: RGBSpace) -> Bool {
    space.curves.allSatisfy { $0.light(1) > 0.5 && $0.light(0) < 0.1 }
  }

  /// True if `bytes` is not empty and not a display's profile, so that sRGB replaces it.
  static func isBroken(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return false }
    guard let profile = ICCProfile(bytes), profile.space == .rgb else { return true }
    return profile.matrixShaper(samples: 511).map { !isUsable($0) } ?? false
  }

  /// True if a display's profile is more than curves and primaries.
  static func hasTables(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty, let profile = ICCProfile(bytes), profile.space == .rgb else {
      return false
    }
    return profile.matrixShaper(samples: 511) == nil
  }

  private init(working: RGBSpace, workingProfile: consuming ICCProfile, finish: ICCTransform?) {
    self.working = working
    self.workingProfile = workingProfile
    self.finish = finish
  }
}

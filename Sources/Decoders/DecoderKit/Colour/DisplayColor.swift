import CLCMS
import DecoderProtocol
import Resampling

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

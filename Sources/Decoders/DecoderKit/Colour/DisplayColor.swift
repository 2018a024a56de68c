import CLCMS
import DecoderProtocol
import Resampling

/// The colours of the display, and the space in which pixels are reduced for it.
struct DisplayColor: ~Copyable {
  /// The space that reduced pixels are encoded in.
  let working: RGBSpace
  /// The same as a profile.
  let workingProfile: ICCProfile
  /// From the working space to the display, where tables describe the display.
  let finish: ICCTransform?

  /// The display of an ICC profile; sRGB where it is empty or of no use.
  init(profile bytes: [UInt8], rendering: ColorRendering = ColorRendering()) {
    guard let sRGB = ICCProfile.sRGB() else {
      // Only a lack of memory does this, in a process that may die of it.
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

  /// Whether curves and primaries can be a display's: one whose white is dark, or black bright,
  /// could not show anything.
  private static func isUsable(_ space: RGBSpace) -> Bool {
    space.curves.allSatisfy { $0.light(1) > 0.5 && $0.light(0) < 0.1 }
  }

  /// Whether bytes that are there are no profile of a display, so that sRGB counts in its place.
  static func isBroken(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return false }
    guard let profile = ICCProfile(bytes), profile.space == .rgb else { return true }
    return profile.matrixShaper(samples: 511).map { !isUsable($0) } ?? false
  }

  /// Whether a display's profile is more than curves and primaries.
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

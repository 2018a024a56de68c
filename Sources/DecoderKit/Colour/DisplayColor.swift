import CLCMS
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
  init(profile bytes: [UInt8]) {
    guard let sRGB = ICCProfile.sRGB() else {
      // Only a lack of memory does this, in a process that may die of it.
      fatalError("lcms2 cannot make an sRGB profile")
    }
    guard !bytes.isEmpty, let profile = ICCProfile(bytes), profile.space == .rgb else {
      self.init(working: .sRGB, workingProfile: sRGB, finish: nil)
      return
    }
    if let space = profile.matrixShaper(samples: 511) {
      // A display whose white is dark, or black bright, could not show anything.
      let isUsable = space.curves.allSatisfy { $0.light(1) > 0.5 && $0.light(0) < 0.1 }
      if isUsable {
        self.init(working: space, workingProfile: profile, finish: nil)
      } else {
        self.init(working: .sRGB, workingProfile: sRGB, finish: nil)
      }
      return
    }
    let finish = ICCTransform(
      from: sRGB, format: RowFormat(channels: .rgba), to: profile,
      intent: UInt32(INTENT_RELATIVE_COLORIMETRIC))
    self.init(working: .sRGB, workingProfile: sRGB, finish: finish)
  }

  private init(working: RGBSpace, workingProfile: consuming ICCProfile, finish: ICCTransform?) {
    self.working = working
    self.workingProfile = workingProfile
    self.finish = finish
  }
}

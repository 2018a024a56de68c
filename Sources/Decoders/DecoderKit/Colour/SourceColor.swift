import CLCMS
import DecoderProtocol
import Resampling

/// What colours a picture's samples stand for, as its file says.
///
/// Nothing in it needs to be checked beforehand: what makes no sense counts as sRGB.
package enum SourceColor: Hashable, Sendable {
  /// sRGB, said or assumed.
  case sRGB
  /// sRGB's primaries, encoded by this power (PNG's gAMA, 0.45455 for an ordinary picture).
  case gamma(encodingExponent: Double)
  /// Primaries of its own (PNG's cHRM), encoded by a power, or by sRGB's curve where there is none.
  case chromaticities(
    white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity,
    gamma: Double?)
  /// Primaries and a transfer function by their numbers (ITU-T H.273, "CICP").
  case cicp(primaries: Int, transfer: Int)
  /// CIE L*a*b* (D50) in the place of red, green and blue, 16 bits as ICC profiles of version 4
  /// have it: 257 for each step of a and b, with -128 at 0.
  case lab
  /// An ICC profile, byte for byte as it stood in the file.
  case icc([UInt8])
}

extension SourceColor {
  /// How much brighter than white a picture of such colours may be; `nil` for ordinary ones.
  ///
  /// Files of PQ and HLG seldom say it; most are graded for a display of 1000 cd/m².
  package var usualHeadroom: Double? {
    guard case .cicp(_, let transfer) = self, transfer == 16 || transfer == 18 else { return nil }
    return HighDynamicRange.usualHeadroom
  }
}

extension SourceColor {
  /// The light of each of some codes of red, green and blue; `nil` where more than curves tell it,
  /// or where it is brighter than white.
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

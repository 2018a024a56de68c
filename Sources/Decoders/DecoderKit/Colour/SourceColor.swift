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

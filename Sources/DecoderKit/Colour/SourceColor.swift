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
  /// An ICC profile, byte for byte as it stood in the file.
  case icc([UInt8])
}

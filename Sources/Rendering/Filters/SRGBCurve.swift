import Glibc

/// sRGB's transfer curve (IEC 61966-2-1).
enum SRGBCurve {
  /// The amount of light of an encoded value; both from 0 to 1.
  static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

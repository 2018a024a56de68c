/// Light in floats as rows of 16 bits have it: 0 to 1, what is beyond is clipped.
///
/// 65 535 steps of light are finer than 255 of an encoded picture everywhere. What is no number is
/// black.
package func lightSample(_ light: Float) -> UInt16 {
  // NaN is neither below 1 nor above 0.
  light < 1 ? (light > 0 ? UInt16(light * 65535 + 0.5) : 0) : (light >= 1 ? .max : 0)
}

extension Float {
  /// A number of 16 bits (IEEE 754's binary16); `Float16` has no conversion on every processor.
  package init(halfBits bits: UInt16) {
    let magnitude = UInt32(bits & 0x7fff)
    let sign = UInt32(bits & 0x8000) << 16
    switch magnitude {
    case 0x7c00...: self = Float(bitPattern: sign | 0x7f80_0000 | (magnitude & 0x3ff) << 13)
    // Below the smallest normal number steps are even: 2⁻²⁴.
    case ..<0x400: self = Float(magnitude) * 0x1p-24 * (sign == 0 ? 1 : -1)
    default: self = Float(bitPattern: sign | (magnitude << 13) + 0x3800_0000)
    }
  }
}

extension SourceColor {
  /// Light itself, not encoded, with sRGB's primaries.
  package static let linear = SourceColor.cicp(primaries: 1, transfer: 8)
}

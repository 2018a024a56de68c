/// Light in floats as rows of 16 bits have it: 0 to 1, what is beyond is clipped.
///
/// 65 535 steps of light are finer than 255 of an encoded picture everywhere. What is no number is
/// black.
package func lightSample(_ light: Float) -> UInt16 {
  // NaN is neither below 1 nor above 0.
  light < 1 ? (light > 0 ? UInt16(light * 65535 + 0.5) : 0) : (light >= 1 ? .max : 0)
}

extension SourceColor {
  /// Light itself, not encoded, with sRGB's primaries.
  package static let linear = SourceColor.cicp(primaries: 1, transfer: 8)
}

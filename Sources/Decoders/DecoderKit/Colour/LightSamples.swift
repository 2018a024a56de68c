/// Converts light in floats to 16 bits: 0 to 1, clipped; NaN becomes 0.
///
/// 65 535 linear steps are finer than the 255 encoded steps everywhere.
package func lightSample(_ light: Float) -> UInt16 {
  // Both comparisons are false for NaN.
  light < 1 ? (light > 0 ? UInt16(light * 65535 + 0.5) : 0) : (light >= 1 ? .max : 0)
}

extension Float {
  /// Converts IEEE 754 binary16; `Float16` is not available on every processor.
  package init(halfBits bits: UInt16) {
    let magnitude = UInt32(bits & 0x7fff)
    let sign = UInt32(bits & 0x8000) << 16
    switch magnitude {
    case 0x7c00...: self = Float(bitPattern: sign | 0x7f80_0000 | (magnitude & 0x3ff) << 13)
    // Subnormal numbers have a constant step of 2⁻²⁴.
    case ..<0x400: self = Float(magnitude) * 0x1p-24 * (sign == 0 ? 1 : -1)
    default: self = Float(bitPattern: sign | (magnitude << 13) + 0x3800_0000)
    }
  }
}

extension SourceColor {
  /// Linear light with sRGB's primaries.
  package static let linear = SourceColor.cicp(primaries: 1, transfer: 8)
}

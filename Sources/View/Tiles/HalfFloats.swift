/// Conversion to and from half floats (IEEE 754 binary16) in plain arithmetic, since not every
/// processor converts them.
package enum HalfFloats {
  /// The largest finite half float.
  package static let largest: Float = 65504

  /// Rounds four numbers to half floats, ties to even; none may be NaN.
  ///
  /// Values that are too large become the largest finite half float.
  @inline(__always)
  package static func bits(_ values: SIMD4<Float>) -> SIMD4<UInt32> {
    let all = unsafeBitCast(values, to: SIMD4<UInt32>.self)
    let sign = (all &>> 16) & 0x8000
    let size = all & 0x7FFF_FFFF
    // Adding 0.5 aligns the mantissa of a small number to multiples of 2⁻²⁴, so the addition rounds
    // it as a subnormal half float.
    let small =
      unsafeBitCast(
        unsafeBitCast(size, to: SIMD4<Float>.self) + Self.half, to: SIMD4<UInt32>.self)
      &- Self.halfBits
    let normal = (size &- Self.bias &+ 0xFFF &+ ((size &>> 13) & 1)) &>> 13
    let result = normal.replacing(with: small, where: size .< Self.smallestNormal)
    return result.replacing(with: 0x7BFF, where: size .>= Self.overflow) | sign
  }

  /// Adding this leaves the nearest multiple of 2⁻²⁴ in the lowest bits.
  private static let half = SIMD4<Float>(repeating: 0.5)
  private static let halfBits = SIMD4<UInt32>(repeating: 0x3F00_0000)
  /// The difference between the two formats' exponent biases.
  private static let bias = SIMD4<UInt32>(repeating: 112 << 23)
  /// 2⁻¹⁴, the smallest normal half float.
  private static let smallestNormal = SIMD4<UInt32>(repeating: 0x3880_0000)
  /// The midpoint between the largest finite half float and the value that would follow it.
  private static let overflow = SIMD4<UInt32>(repeating: 0x477F_F000)

  /// Returns the values of four half floats.
  @inline(__always)
  package static func values(_ bits: UInt64) -> SIMD4<Float> {
    let all = SIMD4<UInt32>(
      UInt32(truncatingIfNeeded: bits & 0xFFFF), UInt32(truncatingIfNeeded: bits &>> 16 & 0xFFFF),
      UInt32(truncatingIfNeeded: bits &>> 32 & 0xFFFF), UInt32(truncatingIfNeeded: bits &>> 48))
    let sign = (all & 0x8000) &<< 16
    // Subnormals come out right, too: the multiplication normalises them.
    let size = unsafeBitCast((all & 0x7FFF) &<< 13, to: SIMD4<Float>.self) * 0x1p112
    return unsafeBitCast(unsafeBitCast(size, to: SIMD4<UInt32>.self) | sign, to: SIMD4<Float>.self)
  }
}

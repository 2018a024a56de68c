/// Numbers of 16 bits (IEEE 754's binary16), in plain arithmetic: not every processor converts
/// them.
package enum HalfFloats {
  /// The largest finite one.
  package static let largest: Float = 65504

  /// The bits nearest to four numbers, of which none is NaN; ties go to the even one.
  ///
  /// What is too large becomes the largest finite number.
  @inline(__always)
  package static func bits(_ values: SIMD4<Float>) -> SIMD4<UInt32> {
    let all = unsafeBitCast(values, to: SIMD4<UInt32>.self)
    let sign = (all &>> 16) & 0x8000
    let size = all & 0x7FFF_FFFF
    // Multiplied by 2⁻¹¹² a number has the exponent that half floats count from, and the lowest
    // bits of small ones are rounded off as they must be.
    let small =
      unsafeBitCast(
        unsafeBitCast(size, to: SIMD4<Float>.self) + Self.half, to: SIMD4<UInt32>.self)
      &- Self.halfBits
    let normal = (size &- Self.bias &+ 0xFFF &+ ((size &>> 13) & 1)) &>> 13
    let result = normal.replacing(with: small, where: size .< Self.smallestNormal)
    return result.replacing(with: 0x7BFF, where: size .>= Self.overflow) | sign
  }

  /// Adding this leaves the multiple of 2⁻²⁴ that is nearest in the lowest bits.
  private static let half = SIMD4<Float>(repeating: 0.5)
  private static let halfBits = SIMD4<UInt32>(repeating: 0x3F00_0000)
  /// The difference of the two exponents' biases.
  private static let bias = SIMD4<UInt32>(repeating: 112 << 23)
  /// 2⁻¹⁴.
  private static let smallestNormal = SIMD4<UInt32>(repeating: 0x3880_0000)
  /// Halfway from the largest finite number to the next, which there is none of.
  private static let overflow = SIMD4<UInt32>(repeating: 0x477F_F000)

  /// The four numbers of some bits.
  @inline(__always)
  package static func values(_ bits: UInt64) -> SIMD4<Float> {
    let all = SIMD4<UInt32>(
      UInt32(truncatingIfNeeded: bits & 0xFFFF), UInt32(truncatingIfNeeded: bits &>> 16 & 0xFFFF),
      UInt32(truncatingIfNeeded: bits &>> 32 & 0xFFFF), UInt32(truncatingIfNeeded: bits &>> 48))
    let sign = (all & 0x8000) &<< 16
    // Small ones come out right too: the multiplication normalises them.
    let size = unsafeBitCast((all & 0x7FFF) &<< 13, to: SIMD4<Float>.self) * 0x1p112
    return unsafeBitCast(unsafeBitCast(size, to: SIMD4<UInt32>.self) | sign, to: SIMD4<Float>.self)
  }
}

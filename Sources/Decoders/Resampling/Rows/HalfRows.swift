import CWideVectors
import Tiles

/// Converts rows between half floats and floats, value by value.
package enum HalfRows {
  /// Converts `count` half floats to floats.
  package static func read(
    _ halves: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    if hasHalfVectors {
      fresnel_wide_from_halves(halves, count, target)
    } else {
      readPlainly(halves, into: target, count: count)
    }
  }

  /// Converts `count` floats to the nearest half floats; none may be NaN.
  ///
  /// Larger values become the largest finite one.
  package static func write(
    _ floats: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if hasHalfVectors {
      fresnel_wide_to_halves(floats, count, target)
    } else {
      writePlainly(floats, into: target, count: count)
    }
  }

  /// The portable version of `fresnel_wide_from_halves`.
  static func readPlainly(
    _ halves: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (source, floats) = (UnsafeRawPointer(halves), UnsafeMutableRawPointer(target))
    let whole = count & ~3
    for index in Swift.stride(from: 0, to: whole, by: 4) {
      let bits = source.loadUnaligned(fromByteOffset: 2 &* index, as: UInt64.self)
      floats.storeBytes(
        of: HalfFloats.values(bits), toByteOffset: 4 &* index, as: SIMD4<Float>.self)
    }
    for index in whole..<max(whole, count) {
      target[index] = HalfFloats.values(UInt64(halves[index])).x
    }
  }

  /// The portable version of `fresnel_wide_to_halves`.
  static func writePlainly(
    _ floats: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let source = UnsafeRawPointer(floats)
    let whole = count & ~3
    for index in Swift.stride(from: 0, to: whole, by: 4) {
      let bits = HalfFloats.bits(
        source.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD4<Float>.self))
      for part in 0..<4 { target[index &+ part] = UInt16(truncatingIfNeeded: bits[part]) }
    }
    for index in whole..<max(whole, count) {
      target[index] = UInt16(
        truncatingIfNeeded: HalfFloats.bits(SIMD4(repeating: floats[index])).x)
    }
  }
}

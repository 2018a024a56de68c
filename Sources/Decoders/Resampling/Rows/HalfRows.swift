import CWideVectors
import Tiles

/// Rows of half floats: made of floats, and turned into them, without regard to what is a pixel.
package enum HalfRows {
  /// Makes floats of `count` half floats.
  package static func read(
    _ halves: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    if hasHalfVectors {
      fresnel_wide_from_halves(halves, count, target)
    } else {
      readPlainly(halves, into: target, count: count)
    }
  }

  /// Makes half floats of `count` floats, none of which is NaN: the nearest ones, and the largest
  /// finite one for what is larger.
  package static func write(
    _ floats: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if hasHalfVectors {
      fresnel_wide_to_halves(floats, count, target)
    } else {
      writePlainly(floats, into: target, count: count)
    }
  }

  /// `fresnel_wide_from_halves` does the same.
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

  /// `fresnel_wide_to_halves` does the same.
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

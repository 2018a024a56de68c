/// Turns amounts of light back into encoded values of 0 to 255, rounding exactly.
///
/// A table indexed by the light itself is coarse where it is dark. This one keeps the light of
/// every half code, and finds the right interval from something like the square root, along which
/// codes lie evenly: the first guess is right, or one too low, for every curve in use.
package final class EncodeTable: @unchecked Sendable {
  // Sendable: everything is written in `init` only, and freed when nobody can read it any more.

  /// The light of j / 2 codes for j in 0…510, ascending; then infinity.
  let knots: UnsafePointer<Float>
  /// One over the distance to the next knot; 0 where there is none.
  let inverseSteps: UnsafePointer<Float>
  /// For each bin of light: the last knot that is not above the bin's start.
  let starts: UnsafePointer<UInt16>
  /// For each bin: the codes in it; `nil` where some bin has more than two, as no curve in use
  /// does.
  let steps: UnsafePointer<CodeStep>?

  /// The same for vectors of sixty-four bytes, as `CodePieces` has it; `nil` for curves that it
  /// can't have, and where the processor has no such vectors.
  let pieces: CodePieces?

  /// The one or two codes of a bin.
  struct CodeStep {
    /// The lower code.
    var code: UInt32
    /// The light from which on it is the next one, as the bits of a float.
    var next: UInt32
  }

  private static let last = 510
  private static let bins: Float = 4096
  private static let magic: Float = 8_388_608
  // Half of an exponent and its mantissa, as one number: a square root made of straight lines.
  static let halfOfOne: UInt32 = 0x1FC0_0000

  /// The table of a curve.
  package init(_ curve: TransferCurve) {
    let last = Self.last
    let knots = UnsafeMutablePointer<Float>.allocate(capacity: last + 2)
    var highest: Float = 0
    for index in 0...last {
      let light = curve.light(Double(index) / Double(last))
      highest = max(highest, Float(min(max(light, 0), 1)))
      knots[index] = highest
    }
    knots[0] = 0
    knots[last + 1] = .infinity

    let steps = UnsafeMutablePointer<Float>.allocate(capacity: last + 1)
    for index in 0...last {
      let step = knots[index + 1] - knots[index]
      steps[index] = step > 0 && step.isFinite ? 1 / step : 0
    }

    let bins = Int(Self.bins)
    let starts = UnsafeMutablePointer<UInt16>.allocate(capacity: bins + 1)
    let codes = UnsafeMutablePointer<CodeStep>.allocate(capacity: bins + 1)
    var knot = 0
    var isStepwise = true
    for bin in 0...bins {
      // A hair below the bin's start, so that rounding never begins the search too high.
      let start = Self.light(ofBin: Float(bin) - 0.51)
      while knot < last, knots[knot + 1] <= start { knot += 1 }
      starts[bin] = UInt16(knot)
      // Codes end at every other knot.
      let code = (knot + 1) / 2
      let next = min(2 * code + 1, last + 1)
      codes[bin] = CodeStep(code: UInt32(code), next: knots[next].bitPattern)
      let afterNext = knots[min(next + 2, last + 1)]
      if afterNext <= Self.light(ofBin: Float(bin) + 0.51) { isStepwise = false }
    }

    self.knots = UnsafePointer(knots)
    inverseSteps = UnsafePointer(steps)
    self.starts = UnsafePointer(starts)
    if !isStepwise { codes.deallocate() }
    self.steps = isStepwise ? UnsafePointer(codes) : nil
    pieces = hasWiderVectors ? CodePieces((0..<255).map { knots[2 * $0 + 1] }) : nil
  }

  deinit {
    knots.deallocate()
    inverseSteps.deallocate()
    starts.deallocate()
    steps?.deallocate()
  }

  /// The light at which a bin would begin that has a fractional number.
  private static func light(ofBin bin: Float) -> Float {
    let bits = max(0, bin / bins).bitPattern
    return bits > halfOfOne ? Float(bitPattern: (bits - halfOfOne) << 1) : 0
  }

  /// The bins of four amounts of light, which lie in 0…1.
  @inline(__always)
  static func bins(_ light: SIMD4<Float>) -> SIMD4<UInt32> {
    let bits = unsafeBitCast(light, to: SIMD4<UInt32>.self)
    let root = unsafeBitCast((bits &>> 1) &+ halfOfOne, to: SIMD4<Float>.self)
    // Adding 2²³ leaves the whole number in the lowest bits, in one instruction for all four.
    return unsafeBitCast(root * bins + magic, to: SIMD4<UInt32>.self) & 0x1FFF
  }

  /// The last half code whose light is not above `light`, which lies in `bin`.
  @inline(__always)
  static func halfCode(
    _ light: Float, bin: UInt32, knots: UnsafePointer<Float>, starts: UnsafePointer<UInt16>
  ) -> Int {
    var index = Int(starts[Int(truncatingIfNeeded: bin)])
    // Nothing that could be predicted, so no branch.
    index &+= light >= knots[index &+ 1] ? 1 : 0
    while light >= knots[index &+ 1] { index &+= 1 }
    return index
  }

  /// The code nearest to some light, whose bits are given too: one look at the table.
  @inline(__always)
  static func code(
    _ light: UInt32, bin: UInt32, steps: UnsafePointer<CodeStep>
  ) -> UInt32 {
    let step = steps[Int(truncatingIfNeeded: bin)]
    // The bits of positive numbers are in the numbers' order. Nothing to predict, so no branch.
    return step.code &+ (light >= step.next ? 1 : 0)
  }

  /// The encoded value of some light in 0…1, fraction included, in 0…255.
  package func code(_ light: Float) -> Float {
    let bin = Self.bins(SIMD4(repeating: light)).x
    let index = Self.halfCode(light, bin: bin, knots: knots, starts: starts)
    return (Float(index) + (light - knots[index]) * inverseSteps[index]) * 0.5
  }
}

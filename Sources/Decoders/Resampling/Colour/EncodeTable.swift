/// Encodes light as values of 0 to 255, rounded exactly.
///
/// A table indexed by light is coarse in dark tones. This one stores the light of every half code,
/// and finds the interval from an approximate square root, along which codes are evenly spaced: for
/// every curve in use the first guess is right, or one too low.
package final class EncodeTable: @unchecked Sendable {
  // Sendable: written in `init` only, and freed in `deinit`.

  /// The light of j / 2 codes for j in 0…510, ascending; then infinity.
  let knots: UnsafePointer<Float>
  /// 1 / the distance to the next knot; 0 at the end.
  let inverseSteps: UnsafePointer<Float>
  /// For each bin of light: the last knot at or below the bin's start.
  let starts: UnsafePointer<UInt16>
  /// For each bin: its codes; `nil` if some bin has more than two, which no curve in use has.
  let steps: UnsafePointer<CodeStep>?

  /// The table for 64-byte vectors, as in `CodePieces`; `nil` for curves that it can't represent
  /// and for processors without such vectors.
  let pieces: CodePieces?

  /// The one or two codes of a bin.
  struct CodeStep {
    /// The lower code.
    var code: UInt32
    /// The light at which the next code starts, as the bits of a float.
    var next: UInt32
  }

  private static let last = 510
  private static let bins: Float = 4096
  private static let magic: Float = 8_388_608
  // Half of the bits of 1.0. Added to half of a float's bits, it gives the bits of a piecewise
  // linear square root.
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
      // Slightly below the bin's start, so that rounding never starts the search too high.
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

  /// The light at the start of a bin with a fractional number.
  private static func light(ofBin bin: Float) -> Float {
    let bits = max(0, bin / bins).bitPattern
    return bits > halfOfOne ? Float(bitPattern: (bits - halfOfOne) << 1) : 0
  }

  /// The bins of four amounts of light in 0…1.
  @inline(__always)
  static func bins(_ light: SIMD4<Float>) -> SIMD4<UInt32> {
    let bits = unsafeBitCast(light, to: SIMD4<UInt32>.self)
    let root = unsafeBitCast((bits &>> 1) &+ halfOfOne, to: SIMD4<Float>.self)
    // Adding 2²³ leaves the integer in the lowest bits, in one instruction for all four.
    return unsafeBitCast(root * bins + magic, to: SIMD4<UInt32>.self) & 0x1FFF
  }

  /// The last half code whose light is at most `light`, which lies in `bin`.
  @inline(__always)
  static func halfCode(
    _ light: Float, bin: UInt32, knots: UnsafePointer<Float>, starts: UnsafePointer<UInt16>
  ) -> Int {
    var index = Int(starts[Int(truncatingIfNeeded: bin)])
    // The condition is unpredictable, so there is no branch.
    index &+= light >= knots[index &+ 1] ? 1 : 0
    while light >= knots[index &+ 1] { index &+= 1 }
    return index
  }

  /// The code nearest to a light given by its bits: one table lookup.
  @inline(__always)
  static func code(
    _ light: UInt32, bin: UInt32, steps: UnsafePointer<CodeStep>
  ) -> UInt32 {
    let step = steps[Int(truncatingIfNeeded: bin)]
    // The bits of positive floats sort like the numbers. Unpredictable, so there is no branch.
    return step.code &+ (light >= step.next ? 1 : 0)
  }

  /// The encoded value of light in 0…1, with fraction, in 0…255.
  package func code(_ light: Float) -> Float {
    let bin = Self.bins(SIMD4(repeating: light)).x
    let index = Self.halfCode(light, bin: bin, knots: knots, starts: starts)
    return (Float(index) + (light - knots[index]) * inverseSteps[index]) * 0.5
  }
}

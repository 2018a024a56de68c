/// Turns amounts of light back into encoded values of 0 to 255, rounding exactly.
///
/// A table indexed by the light itself is coarse where it is dark. This one keeps the light of
/// every half code, and finds the right interval from the square root, along which codes lie
/// evenly enough for the first guess to be right nearly always.
final class EncodeTable: @unchecked Sendable {
  // Sendable: everything is written in `init` only, and freed when nobody can read it any more.

  /// The light of j / 2 codes for j in 0…510, ascending; then infinity.
  let knots: UnsafePointer<Float>
  /// One over the distance to the next knot; 0 where there is none.
  let inverseSteps: UnsafePointer<Float>
  /// For each of `bins` equal parts of the square root: the last knot that is not above its start.
  let starts: UnsafePointer<UInt16>

  static let last = 510
  static let bins: Float = 4096

  init(_ curve: TransferCurve) {
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
    var knot = 0
    for bin in 0...bins {
      // A hair below the bin's start, so that rounding never begins the search too high.
      let root = max(0, (Double(bin) - 0.01) / Double(bins))
      while knot < last, Double(knots[knot + 1]) <= root * root { knot += 1 }
      starts[bin] = UInt16(knot)
    }

    self.knots = UnsafePointer(knots)
    inverseSteps = UnsafePointer(steps)
    self.starts = UnsafePointer(starts)
  }

  deinit {
    knots.deallocate()
    inverseSteps.deallocate()
    starts.deallocate()
  }

  /// The last half code whose light is not above `light`, which lies in 0…1.
  @inline(__always)
  static func halfCode(
    _ light: Float, knots: UnsafePointer<Float>, starts: UnsafePointer<UInt16>
  ) -> Int {
    var index = Int(starts[Int(truncatingIfNeeded: Int32(light.squareRoot() * bins))])
    while light >= knots[index &+ 1] { index &+= 1 }
    return index
  }

  /// The encoded value of some light in 0…1, fraction included, in 0…255.
  func code(_ light: Float) -> Float {
    let index = Self.halfCode(light, knots: knots, starts: starts)
    return (Float(index) + (light - knots[index]) * inverseSteps[index]) * 0.5
  }
}

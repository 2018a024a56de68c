/// Pseudorandom numbers, the same in each run.
package struct Numbers {
  private var state: UInt64

  /// Starts the sequence of a seed.
  package init(seed: UInt64 = 7) { state = seed }

  /// Returns the next number, from 0 to 1.
  package mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }

  /// Returns the next number, scaled to a range.
  package mutating func next(in range: Range<Double>) -> Double {
    range.lowerBound + next() * (range.upperBound - range.lowerBound)
  }
}

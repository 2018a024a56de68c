/// The smallest and the largest number of a page, of all that are numbers.
struct FITSRange {
  private var low = Double.infinity
  private var high = -Double.infinity

  /// Takes numbers in.
  mutating func add(_ values: UnsafeBufferPointer<Double>) {
    var (low, high) = (low, high)
    for value in values where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
    (self.low, self.high) = (low, high)
  }

  /// Writes numbers as 16 bits, the smallest as black and the largest as white.
  ///
  /// `step` is the distance from one to the next in the target. What is no number is black, as is
  /// what has nothing to compare it with.
  func write(
    _ values: UnsafeBufferPointer<Double>, to target: UnsafeMutablePointer<UInt16>, step: Int
  ) {
    let factor = low < high ? 65535 / (high - low) : 0
    for (index, value) in values.enumerated() {
      let code = (value - low) * factor
      target[index &* step] = code > 0 ? UInt16(min(code, 65535).rounded()) : 0
    }
  }
}

/// The smallest and largest finite number of a page.
struct FITSRange {
  private var low = Double.infinity
  private var high = -Double.infinity

  /// Adds numbers.
  mutating func add(_ values: UnsafeBufferPointer<Double>) {
    typealias Numbers = SIMD8<Double>
    var (lows, highs) = (Numbers(repeating: low), Numbers(repeating: high))
    var index = 0
    if let base = values.baseAddress.map({ UnsafeRawPointer($0) }) {
      while index + Numbers.scalarCount <= values.count {
        let numbers = base.loadUnaligned(fromByteOffset: index &* 8, as: Numbers.self)
        // The difference is NaN for both NaN and infinity.
        let isFinite = numbers - numbers .== 0
        lows.replace(with: numbers, where: isFinite .& (numbers .< lows))
        highs.replace(with: numbers, where: isFinite .& (numbers .> highs))
        index &+= Numbers.scalarCount
      }
    }
    (low, high) = (lows.min(), highs.max())
    for value in values[index...] where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
  }

  mutating func add(_ other: FITSRange) {
    low = min(low, other.low)
    high = max(high, other.high)
  }

  /// Writes numbers as 16 bits, from the smallest as black to the largest as white.
  ///
  /// `step` is the distance between targets, in samples. NaN is black, and so is everything if the
  /// range is empty.
  func write(
    _ values: UnsafeBufferPointer<Double>, to target: UnsafeMutablePointer<UInt16>, step: Int
  ) {
    let factor = low < high ? 65535 / (high - low) : 0
    for index in 0..<values.count {
      let code = (values[index] - low) * factor
      // The nearest integer; NaN fails the comparison.
      target[index &* step] = code > 0 ? UInt16(truncatingIfNeeded: Int(min(code, 65535) + 0.5)) : 0
    }
  }
}

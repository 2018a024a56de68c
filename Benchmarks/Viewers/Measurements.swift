/// Samples of one quantity.
struct Measurements {
  var values: [Double] = []

  /// The median; `nil` if there are no samples.
  var median: Double? { part(0.5) }

  /// The maximum.
  var largest: Double? { values.max() }

  /// Returns a percentile; `share` is from 0 to 1.
  func part(_ share: Double) -> Double? {
    let sorted = values.sorted()
    return sorted.isEmpty ? nil : sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }
}

/// Returns the mean difference of two screens' channels, from 0 to 255.
func meanDifference(_ a: [UInt32], _ b: [UInt32]) -> Double {
  guard a.count == b.count, !a.isEmpty else { return 255 }
  var sum = 0
  for index in a.indices where a[index] != b[index] {
    for shift in [UInt32(0), 8, 16] {
      sum += abs(Int(a[index] >> shift & 255) - Int(b[index] >> shift & 255))
    }
  }
  return Double(sum) / Double(a.count * 3)
}

/// Measured values of which the newest are kept.
struct Samples: Sendable {
  private var values: [Double] = []
  /// How many there were.
  private(set) var count = 0

  /// Enough for minutes of motion, and not for a leak.
  private static let most = 16_384

  /// Notes a value.
  mutating func add(_ value: Double) {
    if values.count < Self.most {
      values.append(value)
    } else {
      values[count % Self.most] = value
    }
    count += 1
  }

  /// The value that a share of them did not exceed; 0 without any.
  func percentile(_ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// The largest of them; 0 without any.
  var largest: Double { values.max() ?? 0 }
}

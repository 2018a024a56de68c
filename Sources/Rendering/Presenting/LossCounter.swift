/// Decides when a GPU that keeps losing its context is given up.
struct LossCounter {
  /// So many losses in `span` seconds are too many.
  static let limit = 3
  static let span = 60.0
  private var times: [Double] = []

  /// Notes a loss; whether it was one too many.
  mutating func record(at time: Double) -> Bool {
    times.removeAll { time - $0 >= Self.span }
    times.append(time)
    return times.count > Self.limit
  }
}

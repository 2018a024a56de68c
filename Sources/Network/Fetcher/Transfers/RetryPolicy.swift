import DecoderProtocol

/// When a request that failed is made again.
struct RetryPolicy {
  let settings: FetchSettings

  /// Seconds to wait before the next attempt after so many, or `nil` where there is none.
  ///
  /// What the server asks for is kept to, as long as it is bearable. `chance`, 0 to 1, keeps many
  /// requests from coming back at once.
  func delay(afterAttempts attempts: Int, asked: Double?, chance: Double) -> Double? {
    guard attempts < settings.attempts else { return nil }
    let longest = Double(settings.longestDelay) / 1000
    if let asked {
      guard asked <= longest else { return nil }
      return max(0, asked)
    }
    let first = Double(settings.firstDelay) / 1000
    return min(longest, first * Double(1 << (attempts - 1)) * (0.75 + chance / 2))
  }

  /// Whether a status says that the same may go well later.
  static func isPassing(_ status: Int) -> Bool {
    switch status {
    case 408, 425, 429, 500, 502, 503, 504: true
    default: false
    }
  }
}

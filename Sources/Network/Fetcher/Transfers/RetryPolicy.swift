import DecoderProtocol

/// Decides when a failed request is retried.
struct RetryPolicy {
  let settings: FetchSettings

  /// Seconds to wait before the next attempt; `nil` if there is none.
  ///
  /// The server's Retry-After is followed up to a limit. `chance`, 0 to 1, adds jitter, so that
  /// many requests do not come back at once.
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

  /// True if a status is temporary.
  static func isPassing(_ status: Int) -> Bool {
    switch status {
    case 408, 425, 429, 500, 502, 503, 504: true
    default: false
    }
  }
}

/// Allows a rate in the long run and a burst at once.
struct TokenBucket {
  private let rate: Double
  private let burst: Double
  private var tokens: Double
  private var filledAt: Double

  init(rate: Double, burst: Double, now: Double) {
    self.rate = rate
    self.burst = burst
    tokens = burst
    filledAt = now
  }

  /// Takes tokens out; `false` where there were not enough.
  mutating func take(_ count: Double, now: Double) -> Bool {
    tokens = min(burst, tokens + max(0, now - filledAt) * rate)
    filledAt = now
    guard tokens >= count else { return false }
    tokens -= count
    return true
  }
}

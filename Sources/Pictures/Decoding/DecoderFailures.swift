import Platform

/// Counts the failures of a picture's decoders, and decides if another is started.
struct DecoderFailures {
  /// How often each kind may happen.
  private let retries: Int
  private var crashes = 0
  /// How often a process was ended for working on cancelled requests.
  private var burns = 0

  init(retries: Int) { self.retries = retries }

  /// All requests were served, so earlier crashes no longer count.
  mutating func madeGood() { crashes = 0 }

  /// True if a crashed process is to be restarted.
  mutating func mayRetry(after end: ProcessEnd) -> Bool {
    crashes += 1
    // Another one would exceed its processor time too, and the user would wait twice as long.
    return !end.isOutOfTime && crashes <= retries
  }

  /// True if a process that was ended for working on cancelled requests is not reported: it is
  /// restarted when needed, but a second time counts as a failure.
  mutating func mayBurn() -> Bool {
    burns += 1
    return burns <= retries
  }
}

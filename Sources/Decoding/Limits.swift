extension DecoderDesk {
  /// How much patience the viewer has with a decoder.
  package struct Limits: Hashable, Sendable {
    /// Seconds without any message, while something is asked of it, after which it is hung.
    package var hangTimeout = 10.0
    /// Seconds of messages that report no change after which it is hung all the same.
    ///
    /// It is also the longest time that the answer to a cancelled request may take.
    package var standstillTimeout = 60.0
    /// Seconds between the end of its socket and the end of its process.
    package var partingTime = 0.5
    /// How often a crashed decoder is started again before the picture is given up.
    package var retries = 1
    /// Progress messages a second, in the long run.
    package var progressRate = 100.0
    /// Progress messages at once; all that a socket holds while the viewer was stopped passes.
    package var progressBurst = 1000.0
    /// Bytes of standard error a second, in the long run.
    package var errorRate = 262_144.0
    /// Bytes of standard error at once.
    package var errorBurst = 1_048_576.0
    /// Bytes of standard error that are kept, the newest.
    package var errorBytesKept = 65_536
    /// The most bytes of a picture that its decoder may cache on the disk.
    package var largestScratch = 8 << 30
    /// The longest time between two looks at the clock that counts as silence.
    ///
    /// While work is under way the window thread wakes at least so often. What goes beyond it is
    /// time in which the viewer itself did not run (stopped, or the machine asleep), and no
    /// decoder's fault.
    package var tick = 1.0

    /// What the viewer uses.
    package static let standard = Limits()

    /// The standard patience, to be changed.
    package init() {}
  }
}

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

/// Measures how long a decoder has been silent while the viewer was there to listen.
struct SilenceWatch {
  /// Seconds of silence that count.
  private(set) var silence = 0.0
  private var countedTo: Double

  init(now: Double) { countedTo = now }

  /// Something was heard, or there is nothing to wait for.
  mutating func restart(now: Double) {
    silence = 0
    countedTo = now
  }

  /// Counts the time since the last look; more than one and a half ticks means that the viewer
  /// itself did not run.
  mutating func advance(to now: Double, tick: Double) {
    silence += max(0, min(now - countedTo, tick * 1.5))
    countedTo = now
  }
}

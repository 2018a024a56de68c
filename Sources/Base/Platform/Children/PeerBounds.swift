/// How much patience one has with a child process, and what it may take: the same bounds for all.
///
/// The defaults are those for decoders, which most children are.
package struct PeerBounds: Hashable, Sendable {
  /// Seconds without any message, while something is asked of it, after which it is hung.
  package var hangTimeout = 10.0
  /// Seconds of messages that report no change after which it is hung all the same.
  ///
  /// It is also the longest time that the answer to a cancelled request may take.
  package var standstillTimeout = 60.0
  /// Seconds until it has greeted, where that is less than `hangTimeout`.
  package var greetingTimeout = Double.infinity
  /// Seconds between the end of its socket and the end of its process.
  package var partingTime = 0.5
  /// Messages a second that answer no request, in the long run.
  package var messageRate = 100.0
  /// Such messages at once; all that a socket holds while the viewer was stopped passes.
  package var messageBurst = 1000.0
  /// Bytes that may wait for it to read them: no work needs as many at a time.
  package var mostUnsent = 4 << 20
  /// How often its progress may fall back without an answer: passes that bring nothing.
  package var mostFalls = 64
  /// Bytes of standard error a second, in the long run.
  package var errorRate = 262_144.0
  /// Bytes of standard error at once.
  package var errorBurst = 1_048_576.0
  /// Bytes that each reading of its standard error counts as at least: each wakes a thread.
  package var errorGrain = 128.0
  /// Bytes of standard error that are kept, the newest.
  package var errorBytesKept = 65_536
  /// The longest time between two looks at the clock that counts as silence.
  ///
  /// While work is under way the one who waits wakes at least so often. What goes beyond it is
  /// time in which the viewer itself did not run (stopped, or the machine asleep), and no child's
  /// fault.
  package var tick = 1.0
  /// Seconds of processor time, of all threads together, that are granted for each piece of work,
  /// beside those for its pixels.
  ///
  /// One that is asked for nothing may use up what it has, and gets no more.
  package var processorTime = 60.0
  /// The most threads that a child may have.
  package var mostThreads = 64 + 4 * Processors.count
  /// Seconds until the first look at one that is asked for nothing; each pause is twice the last.
  package var firstPause = 10.0
  /// The longest pause between two such looks, in seconds: one that sleeps is not worth waking for.
  package var longestPause = 300.0

  /// What the viewer uses.
  package static let standard = PeerBounds()

  /// The standard bounds, to be changed.
  package init() {}
}

/// Allows a rate in the long run and a burst at once.
package struct TokenBucket {
  private let rate: Double
  private let burst: Double
  private var tokens: Double
  private var filledAt: Double

  /// A bucket that is full.
  package init(rate: Double, burst: Double, now: Double) {
    self.rate = rate
    self.burst = burst
    tokens = burst
    filledAt = now
  }

  /// Takes tokens out; `false` where there were not enough.
  package mutating func take(_ count: Double, now: Double) -> Bool {
    tokens = min(burst, tokens + max(0, now - filledAt) * rate)
    filledAt = now
    guard tokens >= count else { return false }
    tokens -= count
    return true
  }
}

/// Measures how long a child has been silent while the viewer was there to listen.
package struct SilenceWatch {
  /// Seconds of silence that count.
  package private(set) var silence = 0.0
  private var countedTo: Double

  /// Silence that begins at a time.
  package init(now: Double) { countedTo = now }

  /// Something was heard, or there is nothing to wait for.
  package mutating func restart(now: Double) {
    silence = 0
    countedTo = now
  }

  /// Counts the time since the last look; more than one and a half ticks means that the viewer
  /// itself did not run.
  package mutating func advance(to now: Double, tick: Double) {
    silence += max(0, min(now - countedTo, tick * 1.5))
    countedTo = now
  }
}

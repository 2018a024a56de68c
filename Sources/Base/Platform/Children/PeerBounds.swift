/// A child process's timeouts and quotas.
///
/// The defaults are those for decoders, which most children are.
package struct PeerBounds: Hashable, Sendable {
  /// Seconds without any message, while the child owes a reply, after which it counts as hung.
  package var hangTimeout = 10.0
  /// Seconds without progress, even if messages arrive, after which it counts as hung.
  ///
  /// It is also the longest time that the answer to a cancelled request may take.
  package var standstillTimeout = 60.0
  /// Seconds for the greeting, if less than `hangTimeout`.
  package var greetingTimeout = Double.infinity
  /// Seconds that may pass between the end of its socket and the end of its process.
  package var partingTime = 0.5
  /// Unsolicited messages per second, on average.
  package var messageRate = 100.0
  /// Unsolicited messages in one burst; enough for all that a socket holds after the viewer was
  /// stopped.
  package var messageBurst = 1000.0
  /// The maximum size of queued messages, in bytes: more than any work needs at a time.
  package var mostUnsent = 4 << 20
  /// How often its progress may fall without an answer, because of passes that yield nothing.
  package var mostFalls = 64
  /// Bytes of standard error per second, on average.
  package var errorRate = 262_144.0
  /// Bytes of standard error in one burst.
  package var errorBurst = 1_048_576.0
  /// The minimum number of bytes that each read of its standard error counts as, because each wakes
  /// a thread.
  package var errorGrain = 128.0
  /// Bytes of standard error that are kept, the newest.
  package var errorBytesKept = 65_536
  /// The longest interval between two checks that counts as silence, in seconds.
  ///
  /// While work is pending the viewer wakes at least this often. Anything longer is time in which
  /// the viewer itself did not run (because it was stopped or the machine slept), for which no
  /// child is to blame.
  package var tick = 1.0
  /// Seconds of processor time, of all threads together, granted for each piece of work in addition
  /// to those for its pixels.
  ///
  /// An idle child may use up what it has, and gets no more.
  package var processorTime = 60.0
  /// The maximum number of threads of a child.
  package var mostThreads = 64 + 4 * Processors.count
  /// Seconds until the first check of an idle child; each interval is twice the previous one.
  package var firstPause = 10.0
  /// The longest interval between checks of an idle child, in seconds: waking up for a sleeping
  /// process is wasteful.
  package var longestPause = 300.0

  /// The default bounds.
  package static let standard = PeerBounds()

  /// Creates the default bounds, to be changed.
  package init() {}
}

/// Limits an average rate, and the size of a burst.
package struct TokenBucket {
  private let rate: Double
  private let burst: Double
  private var tokens: Double
  private var filledAt: Double

  /// Creates a full bucket.
  package init(rate: Double, burst: Double, now: Double) {
    self.rate = rate
    self.burst = burst
    tokens = burst
    filledAt = now
  }

  /// Takes tokens out; returns false, taking none, if there are too few.
  package mutating func take(_ count: Double, now: Double) -> Bool {
    tokens = min(burst, tokens + max(0, now - filledAt) * rate)
    filledAt = now
    guard tokens >= count else { return false }
    tokens -= count
    return true
  }
}

/// Measures how long a child has been silent while the viewer was running.
package struct SilenceWatch {
  /// Seconds of silence so far.
  package private(set) var silence = 0.0
  private var countedTo: Double

  /// Starts measuring at a time.
  package init(now: Double) { countedTo = now }

  /// Resets the silence, because something was received or nothing is expected.
  package mutating func restart(now: Double) {
    silence = 0
    countedTo = now
  }

  /// Counts the time since the last check, up to 1.5 ticks: a longer interval means that the viewer
  /// itself did not run.
  package mutating func advance(to now: Double, tick: Double) {
    silence += max(0, min(now - countedTo, tick * 1.5))
    countedTo = now
  }

  /// Takes back seconds in which the child could not run.
  package mutating func excuse(_ seconds: Double) { silence = max(0, silence - seconds) }
}

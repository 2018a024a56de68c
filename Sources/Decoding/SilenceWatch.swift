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

import Glibc
import Platform
import TestSupport

/// Watches whether a program still does anything: one that can't show a picture says so, and waits.
struct Idleness {
  private let family: ProcessFamily
  private var ticks = -1
  private var looked = 0.0
  private var changed = MonotonicClock.now()

  /// Seconds without work after which no picture will come any more.
  private static let limit = 6.0

  /// Watches a process and those that it starts.
  init(of process: pid_t) { family = ProcessFamily(process) }

  /// Whether it has done nothing for long; it is looked at once a second.
  mutating func isLong() -> Bool {
    let now = MonotonicClock.now()
    guard now - looked > 1 else { return now - changed > Self.limit }
    looked = now
    let used = family.sample().reduce(0) { $0 + $1.ticks }
    if used != ticks { (ticks, changed) = (used, now) }
    return now - changed > Self.limit
  }
}

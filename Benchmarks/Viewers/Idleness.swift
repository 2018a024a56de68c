import Glibc
import Platform
import TestSupport

/// Detects an idle program: one that can't show a picture reports that and waits.
struct Idleness {
  private let family: ProcessFamily
  private var ticks = -1
  private var looked = 0.0
  private var changed = MonotonicClock.now()

  /// Seconds of idleness after which no picture is expected.
  private static let limit = 6.0

  /// Watches a process and its children.
  init(of process: pid_t) { family = ProcessFamily(process) }

  /// Returns true if the processes have been idle for long; samples them once a second.
  mutating func isLong() -> Bool {
    let now = MonotonicClock.now()
    guard now - looked > 1 else { return now - changed > Self.limit }
    looked = now
    let used = family.sample().reduce(0) { $0 + $1.ticks }
    if used != ticks { (ticks, changed) = (used, now) }
    return now - changed > Self.limit
  }
}

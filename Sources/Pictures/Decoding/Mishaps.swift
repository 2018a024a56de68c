import Platform

/// How often the decoders of one picture came to a bad end, and whether another is worth starting.
struct Mishaps {
  /// How often each may happen.
  private let retries: Int
  private var crashes = 0
  /// How often a process was ended because it worked on for nobody.
  private var burns = 0

  init(retries: Int) { self.retries = retries }

  /// All that was asked for was done: an earlier crash is made good.
  mutating func madeGood() { crashes = 0 }

  /// Whether another process is started in the place of one that has crashed.
  mutating func mayRetry(after end: ProcessEnd) -> Bool {
    crashes += 1
    // Another would use as much processor time for the same, and nobody waits twice as long.
    return !end.isOutOfTime && crashes <= retries
  }

  /// Whether nothing is said of a process that worked on for nobody: it is missed only when it is
  /// wanted again, but twice is no accident.
  mutating func mayBurn() -> Bool {
    burns += 1
    return burns <= retries
  }
}

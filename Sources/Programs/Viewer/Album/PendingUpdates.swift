/// The folders to read again because other programs have changed them.
///
/// Reading folders that change all the time takes at most a fifth of the thread's time. Times are
/// seconds of one monotonic clock.
struct PendingUpdates: Sendable {
  private var arguments: Set<Int> = []
  private var isThorough = false
  /// When the next reading may begin.
  private var rest = 0.0

  /// Adds the folders of arguments.
  mutating func add(_ added: Set<Int>, isThorough: Bool) {
    arguments.formUnion(added)
    self.isThorough = self.isThorough || isThorough
  }

  /// How long the next reading has to wait, in seconds; `nil` if no folder is to be read.
  func wait(at now: Double) -> Double? { arguments.isEmpty ? nil : min(max(0, rest - now), 60) }

  /// Takes the folders that are due.
  mutating func take(at now: Double) -> (arguments: Set<Int>, isThorough: Bool)? {
    guard !arguments.isEmpty, now >= rest else { return nil }
    defer { (arguments, isThorough) = ([], false) }
    return (arguments, isThorough)
  }

  /// Notes a reading.
  mutating func note(began: Double, ended: Double) { rest = ended + 4 * max(0, ended - began) }
}

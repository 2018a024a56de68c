/// A stopwatch that reads no clock itself.
public struct Stopwatch: Hashable, Sendable {
  private var banked = 0.0
  private var startedAt: Double?

  /// Makes a stopwatch that is stopped at zero.
  public init() {}

  /// True while the stopwatch runs.
  public var isRunning: Bool { startedAt != nil }

  /// Starts or resumes at a time in seconds.
  public mutating func start(at now: Double) { if startedAt == nil { startedAt = now } }

  /// Stops at a time in seconds.
  public mutating func stop(at now: Double) {
    banked = elapsed(at: now)
    startedAt = nil
  }

  /// Returns the total running time in seconds.
  public func elapsed(at now: Double) -> Double {
    banked + (startedAt.map { max(0, now - $0) } ?? 0)
  }
}

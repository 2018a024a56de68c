/// Time that has passed while it ran; it reads no clock itself.
public struct Stopwatch: Hashable, Sendable {
  private var banked = 0.0
  private var startedAt: Double?

  /// A watch that stands at zero.
  public init() {}

  /// Whether it runs.
  public var isRunning: Bool { startedAt != nil }

  /// Goes on, at a moment in seconds.
  public mutating func start(at now: Double) { if startedAt == nil { startedAt = now } }

  /// Stands still from a moment on.
  public mutating func stop(at now: Double) {
    banked = elapsed(at: now)
    startedAt = nil
  }

  /// Seconds that it has run.
  public func elapsed(at now: Double) -> Double {
    banked + (startedAt.map { max(0, now - $0) } ?? 0)
  }
}

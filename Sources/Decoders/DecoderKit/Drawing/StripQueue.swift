import DecoderProtocol
import Geometry
import Platform
import Tiles

/// The queued and running tile requests, shared between the listening and the drawing thread.
// @unchecked Sendable: all state is accessed inside `monitor`.
final class StripQueue: @unchecked Sendable {
  /// Tiles of one level that are drawn at once.
  struct Strip {
    var level: Level
    var requests: [TileRequest]
  }

  private let monitor = ConditionLock()
  private var waiting: [TileRequest] = []
  private var running: [TileRequest] = []
  private var cancelled: Set<UInt32> = []
  /// The time since which no tile being drawn is wanted; `nil` while any is.
  private var abandonedAt: Double?

  /// Adds tiles that arrived together, and cancels others.
  ///
  /// Returns the queued requests that were dropped; requests being drawn are answered when they
  /// finish.
  func change(add requests: [TileRequest], cancel ids: Set<UInt32>, now: Double) -> [UInt32] {
    monitor.withLock {
      waiting += requests
      let dropped = waiting.filter { ids.contains($0.id) }.map(\.id)
      waiting.removeAll { ids.contains($0.id) }
      cancelled.formUnion(running.map(\.id).filter(ids.contains))
      if !running.isEmpty, cancelled.count == running.count, abandonedAt == nil {
        abandonedAt = now
      }
      monitor.notify()
      return dropped
    }
  }

  /// True while requests are queued or being drawn.
  var isBusy: Bool { monitor.withLock { !waiting.isEmpty || !running.isEmpty } }

  /// Seconds since everything being drawn was cancelled; 0 while some of it is wanted.
  func secondsOnCancelled(now: Double) -> Double {
    monitor.withLock { abandonedAt.map { now - $0 } ?? 0 }
  }

  /// Waits for and returns the next strip, which counts as running until `finish` is called.
  ///
  /// It contains tiles of the level that the oldest request belongs to.
  func next() -> Strip {
    monitor.withLock {
      while waiting.isEmpty { monitor.wait() }
      let first = waiting[0]
      let level = first.key.level
      let group = waiting.filter { $0.key.level == level }
      let strips = TileStrips.strips(
        of: group.map(\.key), bands: 1, mostPixels: DrawnSession.mostPixels)
      let keys = Set(strips.first { $0.contains(first.key) } ?? [first.key])
      running = group.filter { keys.contains($0.key) }
      let ids = Set(running.map(\.id))
      waiting.removeAll { ids.contains($0.id) }
      return Strip(level: level, requests: running)
    }
  }

  /// Finishes the running strip; returns its cancelled requests.
  func finish() -> Set<UInt32> {
    monitor.withLock {
      defer {
        running = []
        cancelled = []
        abandonedAt = nil
      }
      return cancelled
    }
  }
}

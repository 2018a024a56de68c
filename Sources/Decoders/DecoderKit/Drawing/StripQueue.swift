import DecoderProtocol
import Geometry
import Platform
import Tiles

/// The tiles that wait to be drawn, and those that are being drawn: between the thread that hears
/// the viewer and the one that draws.
// Sendable without a check: everything but `monitor` is touched inside of it alone.
final class StripQueue: @unchecked Sendable {
  /// Tiles of one level that are drawn in one go.
  struct Strip {
    var level: Level
    var requests: [TileRequest]
  }

  private let monitor = ConditionLock()
  private var waiting: [TileRequest] = []
  private var running: [TileRequest] = []
  private var cancelled: Set<UInt32> = []
  /// Since when nobody waits for what is being drawn.
  private var abandonedAt: Double?

  /// Adds tiles that came together, and drops others that nobody wants any more.
  ///
  /// The answer is the requests that were dropped while they waited; those that are being drawn
  /// are answered when that is done.
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

  /// Whether anything waits or is being drawn.
  var isBusy: Bool { monitor.withLock { !waiting.isEmpty || !running.isEmpty } }

  /// How many seconds something has been drawn that nobody waits for any more.
  func secondsForNobody(now: Double) -> Double {
    monitor.withLock { abandonedAt.map { now - $0 } ?? 0 }
  }

  /// The next strip, slept for; it counts as being drawn until `finish` is called.
  ///
  /// It is a part of the tiles of the level that the tile that waits longest is of.
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

  /// Ends the strip that is being drawn; the answer is the requests that are wanted no more.
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

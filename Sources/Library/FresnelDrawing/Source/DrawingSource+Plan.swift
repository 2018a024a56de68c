import Tiles
import Tiling

extension DrawingSource {
  /// Sets a view's current plan; unwanted calls that have not begun are cancelled.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    lookForChange()
    guard tiles.accept(plan) != nil else { return }
    for key in tiles.pending where !levels.hasTile(key) {
      tiles.refuse(key, "there is no such tile")
    }
    submit()
    pool.relieve(now: now)
  }

  /// Replaces the queued calls with those for the pending tiles, most urgent first.
  func submit() {
    // Queued calls are taken back first, so that none can begin in the meantime.
    let queued = calls.removeQueued { pool.takeBack($0) }
    let waiting = tiles.pending.filter { !calls.isExpected($0) }
    let next = strips(of: waiting).map { keys -> DrawCall in
      if let old = keys.first.flatMap({ queued[$0] }), old.keys == keys { return old }
      return DrawCall(id: calls.nextID(), keys: keys, world: world, background: background)
    }
    for call in next { calls.add(call) }
    if !pool.replace(next) {
      for key in next.flatMap({ calls.remove($0) }) {
        tiles.refuse(key, "no thread could be started to draw the tile")
      }
    }
    tiles.reportIdle()
  }
}

import Geometry
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

  /// Invalidates an area of the world; call it after the delegate's content has changed.
  ///
  /// Only the tiles that touch it are drawn again, once a view wants them; until then the old ones
  /// stay visible. Strokes in pixels extend beyond the area by `pixelReach` pixels.
  public func invalidate(_ area: Rect, pixelReach: Double = 0) {
    guard !tiles.isClosed else { return }
    revision = delegate.revision
    let place = Rect(
      minX: area.minX - world.minX, minY: area.minY - world.minY, maxX: area.maxX - world.minX,
      maxY: area.maxY - world.minY)
    func isTouched(_ key: TileKey) -> Bool { levels.tile(key, touches: place, pixels: pixelReach) }
    pending = pending.filter { !isTouched($0.key) }
    tiles.invalidate(
      .invalidated(place, pixels: pixelReach), delivered: isTouched, refused: isTouched)
    submit()
  }

  /// Draws everything again, in its new size too, if the delegate has changed without an
  /// invalidation.
  func lookForChange() {
    guard !tiles.isClosed, delegate.revision != revision else { return }
    let next = delegate.world
    guard next != world else { return invalidate(world) }
    revision = delegate.revision
    world = next
    details = Self.details(of: next, levels.shape, hasAlpha: details.hasAlpha)
    tiles.change(to: details)
    forgetCalls()
    _ = pool.replace([])
  }

  /// Replaces the queued calls with those for the pending tiles, most urgent first.
  func submit() {
    // Queued calls are taken back first, so that none can begin in the meantime.
    let begun = calls.filter { !pool.takeBack($0.key) }
    let waiting = tiles.pending.filter { key in pending[key].map { begun[$0] == nil } ?? true }
    var next: [DrawCall] = []
    for keys in strips(of: waiting) {
      let old = keys.first.flatMap { pending[$0] }.flatMap { calls[$0] }
      if let old, old.keys == keys {
        next.append(old)
      } else {
        lastCall += 1
        next.append(DrawCall(id: lastCall, keys: keys, world: world, background: background))
      }
    }
    calls = begun
    pending = pending.filter { begun[$0.value] != nil }
    for call in next {
      calls[call.id] = call
      for key in call.keys { pending[key] = call.id }
    }
    if !pool.replace(next) {
      for call in next {
        calls[call.id] = nil
        for key in call.keys { tiles.refuse(key, "no thread could be started to draw the tile") }
      }
    }
    tiles.reportIdle()
  }
}

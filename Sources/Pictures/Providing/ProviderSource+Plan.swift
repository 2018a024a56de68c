import Geometry
import Tiles
import Tiling

extension ProviderSource {
  /// Sets a view's current plan; unwanted calls that have not begun are cancelled.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    note(now)
    guard let keys = tiles.accept(plan, takenBack: { states.forgetNeighbour($0) }) else { return }
    cutting?.setSurface(demand.surface)
    states.keepReductions { tiles.isPending($0) }
    states.learnNeeds(of: keys, kept: plan.kept, in: details)
    states.sort(for: tiles.pending, in: levels)
    states.drop(
      wanted: Set(keys), takeBack: { calls.takeBack($0) },
      cancel: { decoders[$1]?.cancel($0, now: now) })
    askForPending()
    calls.relieve(now: now)
  }

  /// Invalidates an area, in units of the extent, because its content has changed.
  ///
  /// The tiles that touch it are requested again once a plan wants them, or now if the current one
  /// does; answers to calls already made are dropped. The view gets `SourceEvent.invalidated`.
  public func invalidate(_ area: Rect) {
    guard !tiles.isClosed else { return }
    func touches(_ key: TileKey) -> Bool { !levels.area(of: key).intersection(area).isEmpty }
    states.forget(where: touches) { decoders[$1]?.cancel($0, now: 0) }
    cutting?.forget { tile in
      guard let cutting else { return true }
      let request = ProvidedTileRequest(tile, of: levels, cutBy: cutting.grid)
      return !request.area.intersection(area).isEmpty
    }
    // A view treats tiles within a pixel of the area as changed too, and waits for them.
    tiles.invalidate(
      .invalidated(area), delivered: { levels.tile($0, touches: area) },
      refused: { states.isTouched($0, touches) })
    states.sort(for: tiles.pending, in: levels)
    askForPending()
  }

  /// Requests what the pending tiles need, and answers those that have it.
  private func askForPending() {
    states.ask(for: tiles.pending, in: levels) { nextCall() }
    for key in tiles.pending { answerIfSettled(key) }
    submitAll()
  }

  /// Queues the waiting calls, most urgent first.
  func submitAll() {
    if cutting != nil {
      submitPictures()
    } else {
      let waiting = states.asked.map {
        ProviderCall(id: $0.call, request: ProvidedTileRequest($0.key, of: levels))
      }
      if !calls.replace(waiting) {
        for call in waiting { settle(call.request.key, .failed(Self.noThread)) }
      }
    }
    submitReductions()
  }

  /// Queues the reductions that can be made, most urgent first.
  func submitReductions() {
    let waiting = tiles.pending.compactMap { states.reductions[$0] }
    if !reducing.replace(waiting) {
      for call in waiting { tiles.refuse(call.needs.reduction.key, Self.noThread) }
    }
    tiles.reportIdle()
  }

  static let noThread = "no thread could be started to make the tile"

  /// Answers a pending tile if everything it needs is settled.
  private func answerIfSettled(_ key: TileKey) {
    guard levels.hasTile(key) else { return tiles.refuse(key, "there is no such tile") }
    if levels.offers(key.level) {
      if states[key]?.isSettled == true { answer(key) }
    } else if let count = states.lackedTiles(of: key) {
      if count == 0 { reduce(key) }
    } else {
      tiles.refuse(key, "the scale is too far from every level")
    }
  }
}

import Geometry
import Tiles
import Tiling

extension ProviderSource {
  /// Sets a view's current plan; unwanted calls that have not begun are cancelled.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    lastTime = now
    guard let keys = tiles.accept(plan, takenBack: { neighbours[$0] = nil }) else { return }
    cutting?.setSurface(demand.surface)
    reductions = reductions.filter { tiles.isPending($0.key) }
    learnNeeds(of: keys, kept: plan.kept)
    orderTiles()
    dropTiles(wanted: Set(keys), now: now)
    askAndCount()
    for key in tiles.pending { answerIfSettled(key) }
    submitAll()
    calls.relieve(now: now)
  }

  /// Invalidates an area, in units of the extent, because its content has changed.
  ///
  /// The tiles that touch it are requested again once a plan wants them, or now if the current one
  /// does; answers to calls already made are dropped. The view gets `SourceEvent.invalidated`.
  public func invalidate(_ area: Rect) {
    guard !tiles.isClosed else { return }
    func touches(_ key: TileKey) -> Bool { !levels.area(of: key).intersection(area).isEmpty }
    for (key, tile) in tileStates where touches(key) {
      if case .decoding(let id, let format, _) = tile { decoders[format]?.cancel(id, now: 0) }
      tileStates[key] = nil
    }
    cutting?.forget { tile in
      guard let cutting else { return true }
      let request = ProvidedTileRequest(tile, of: levels, cutBy: cutting.grid)
      return !request.area.intersection(area).isEmpty
    }
    neighbours = neighbours.filter { !touches($0.key) }
    reductions = reductions.filter { !isTouched($0.key, touches) }
    // A view treats tiles within a pixel of the area as changed too, and waits for them.
    tiles.invalidate(
      .invalidated(area), delivered: { levels.tile($0, touches: area) },
      refused: { isTouched($0, touches) })
    orderTiles()
    askAndCount()
    for key in tiles.pending { answerIfSettled(key) }
    submitAll()
  }

  private func isTouched(_ key: TileKey, _ touches: (TileKey) -> Bool) -> Bool {
    needs[key].map { $0.tiles.contains(where: touches) } ?? touches(key)
  }

  /// Changes the extent; no tile of the old one is kept.
  ///
  /// The scales follow the same rule as before, so a ladder may get more or fewer rungs. The view
  /// gets `SourceEvent.changed`; plans are ignored until then.
  public func setExtent(_ extent: Extent) {
    guard !tiles.isClosed, extent != provided.extent else { return }
    provided.extent = extent
    details.levels = provided.levels
    for case .decoding(let id, let format, _) in tileStates.values {
      decoders[format]?.cancel(id, now: 0)
    }
    tiles.change(to: details)
    forgetTiles()
    submitAll()
  }

  // MARK: What the plan needs

  private func learnNeeds(of wanted: [TileKey], kept: Set<TileKey>) {
    var known: [TileKey: TileNeeds] = [:]
    for key in wanted + kept where !levels.offers(key.level) && known[key] == nil {
      guard levels.hasTile(key) else { continue }
      known[key] =
        needs[key] ?? TileNeeds(of: key, in: levels, hasAlpha: details.hasAlpha)
    }
    needs = known
    betweenTiles = Set(known.values.flatMap(\.tiles))
  }

  /// Sorts the provider's tiles by when the pending tiles need them.
  private func orderTiles() {
    var seen: Set<TileKey> = []
    order = []
    for key in tiles.pending {
      if levels.offers(key.level) {
        if seen.insert(key).inserted { order.append(key) }
      } else {
        order += (needs[key]?.tiles ?? []).filter { seen.insert($0).inserted }
      }
    }
  }

  /// Drops tiles that are no longer needed; a call that has begun may still be needed by the next
  /// plan.
  private func dropTiles(wanted: Set<TileKey>, now: Double) {
    let needed = Set(order)
    for (key, tile) in tileStates where !needed.contains(key) && !betweenTiles.contains(key) {
      switch tile {
      case .asked(let id): if !calls.takeBack(id) { continue }
      case .decoding(let id, let format, _): decoders[format]?.cancel(id, now: now)
      // The outcome is kept, so that the tile is not tried again while it is wanted.
      case .missing, .failed: if wanted.contains(key) { continue }
      case .ready: break
      }
      tileStates[key] = nil
    }
    for key in betweenTiles where !needed.contains(key) {
      guard case .asked(let id) = tileStates[key], calls.takeBack(id) else { continue }
      tileStates[key] = nil
    }
  }

  /// Requests unknown tiles, and counts how many each tile between rungs still lacks.
  private func askAndCount() {
    for key in order where tileStates[key] == nil && levels.hasTile(key) {
      lastCall += 1
      tileStates[key] = .asked(lastCall)
    }
    lacking = [:]
    users = [:]
    for key in tiles.pending {
      guard let needs = needs[key] else { continue }
      let open = needs.tiles.filter { tileStates[$0]?.isSettled != true }
      lacking[key] = open.count
      for tile in open { users[tile, default: []].append(key) }
    }
  }

  /// Queues the waiting calls, most urgent first.
  private func submitAll() {
    if cutting != nil {
      submitPictures()
    } else {
      let waiting = order.compactMap { key -> ProviderCall? in
        guard case .asked(let id) = tileStates[key] else { return nil }
        return ProviderCall(id: id, request: ProvidedTileRequest(key, of: levels))
      }
      if !calls.replace(waiting) {
        for call in waiting { settle(call.request.key, .failed(Self.noThread)) }
      }
    }
    submitReductions()
  }

  /// Queues the reductions that can be made, most urgent first.
  func submitReductions() {
    let waiting = tiles.pending.compactMap { reductions[$0] }
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
      if tileStates[key]?.isSettled == true { answer(key) }
    } else if needs[key] == nil {
      tiles.refuse(key, "the scale is too far from every level")
    } else if lacking[key] == 0 {
      reduce(key)
    }
  }
}

import Geometry
import Tiles
import Tiling

extension ProviderSource {
  /// Says what a view wants now; calls for what it does not want are not begun.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    // Plans for another extent than this one name tiles that are no more.
    lastTime = now
    guard !isClosed, !hasChanged, plan != lastPlan else { return }
    lastPlan = plan
    cutting?.setSurface(demand.surface)
    var wanted: Set<TileKey> = []
    let keys = (plan.wanted + plan.prefetched).map(\.key).filter { wanted.insert($0).inserted }
    takeBack { !wanted.contains($0) }
    refused.formIntersection(wanted)
    pending = keys.filter { !refused.contains($0) && delivered[$0] == nil }
    isPending = Set(pending)
    isBusy = isBusy || !pending.isEmpty
    reductions = reductions.filter { isPending.contains($0.key) }
    learnNeeds(of: keys, kept: plan.kept)
    orderCells()
    dropCells(wanted: wanted, now: now)
    askAndCount()
    for key in pending { answerIfSettled(key) }
    submitAll()
    calls.relieve(now: now)
  }

  /// Says that what is drawn in an area, in units of the extent, has changed.
  ///
  /// The tiles that touch it are asked for again as soon as a plan wants them, those that are
  /// wanted at once; answers that are under way count no more. `SourceEvent.invalidated` tells the
  /// view.
  public func invalidate(_ area: Rect) {
    guard !isClosed else { return }
    func touches(_ key: TileKey) -> Bool { !levels.area(of: key).intersection(area).isEmpty }
    for (key, cell) in cells where touches(key) {
      if case .decoding(let id, let format, _) = cell { decoders[format]?.cancel(id, now: 0) }
      cells[key] = nil
    }
    cutting?.forget { cell in
      guard let cutting else { return true }
      let request = ProvidedTileRequest(cell, of: levels, cutBy: cutting.grid)
      return !request.area.intersection(area).isEmpty
    }
    // A view takes those a pixel beside it for changed, too, and waits for them.
    delivered = delivered.filter { !levels.tile($0.key, touches: area) }
    neighbours = neighbours.filter { !touches($0.key) }
    refused = refused.filter { !isTouched($0, touches) }
    reductions = reductions.filter { !isTouched($0.key, touches) }
    events.append(.invalidated(area))
    lastPlan = nil
    orderCells()
    askAndCount()
    for key in pending { answerIfSettled(key) }
    submitAll()
  }

  /// Takes back answers that were made but not told yet.
  private func takeBack(_ isUnwanted: (TileKey) -> Bool) {
    events = events.filter { event in
      switch event {
      case .tile(let tile) where isUnwanted(tile.key):
        release(tile, now: 0)
        return false
      case .tileFailed(let key, _), .tileMissing(let key): return !isUnwanted(key)
      case .idle:
        isBusy = true
        return false
      default: return true
      }
    }
  }

  private func isTouched(_ key: TileKey, _ touches: (TileKey) -> Bool) -> Bool {
    needs[key].map { $0.cells.contains(where: touches) } ?? touches(key)
  }

  /// Gives it another extent in place; nothing of the old one's tiles is kept.
  ///
  /// The rules of its scales stay: a ladder may get more rungs or fewer. `SourceEvent.changed`
  /// tells the view; plans are not heard until then.
  public func setExtent(_ extent: Extent) {
    guard !isClosed, extent != provided.extent else { return }
    provided.extent = extent
    details.levels = provided.levels
    for case .decoding(let id, let format, _) in cells.values {
      decoders[format]?.cancel(id, now: 0)
    }
    takeBack { _ in true }
    forgetAll()
    submitAll()
    hasChanged = true
    events.append(.changed(details))
  }

  // MARK: What the plan needs

  private func learnNeeds(of wanted: [TileKey], kept: Set<TileKey>) {
    var known: [TileKey: TileNeeds] = [:]
    for key in wanted + kept where !levels.offers(key.level) && known[key] == nil {
      guard isInside(key) else { continue }
      known[key] =
        needs[key] ?? TileNeeds(of: key, in: levels, hasAlpha: details.hasAlpha)
    }
    needs = known
    betweenCells = Set(known.values.flatMap(\.cells))
  }

  private func isInside(_ key: TileKey) -> Bool {
    key.level.shape == levels.shape && !key.area.isEmpty && key.frame >= 0
  }

  /// Puts the provider's tiles in the order in which the pending ones need them.
  private func orderCells() {
    var seen: Set<TileKey> = []
    order = []
    for key in pending {
      if levels.offers(key.level) {
        if seen.insert(key).inserted { order.append(key) }
      } else {
        order += (needs[key]?.cells ?? []).filter { seen.insert($0).inserted }
      }
    }
  }

  /// Forgets what nobody needs; a call that has begun may still be needed by the next plan.
  private func dropCells(wanted: Set<TileKey>, now: Double) {
    let needed = Set(order)
    for (key, cell) in cells where !needed.contains(key) && !betweenCells.contains(key) {
      switch cell {
      case .asked(let id): if !calls.takeBack(id) { continue }
      case .decoding(let id, let format, _): decoders[format]?.cancel(id, now: now)
      // It is not tried again while it stays wanted.
      case .missing, .failed: if wanted.contains(key) { continue }
      case .ready: break
      }
      cells[key] = nil
    }
    for key in betweenCells where !needed.contains(key) {
      guard case .asked(let id) = cells[key], calls.takeBack(id) else { continue }
      cells[key] = nil
    }
  }

  /// Asks for what is not known yet, and counts what each tile between the rungs lacks.
  private func askAndCount() {
    for key in order where cells[key] == nil && isInside(key) {
      lastCall += 1
      cells[key] = .asked(lastCall)
    }
    lacking = [:]
    users = [:]
    for key in pending {
      guard let needs = needs[key] else { continue }
      let open = needs.cells.filter { cells[$0]?.isSettled != true }
      lacking[key] = open.count
      for cell in open { users[cell, default: []].append(key) }
    }
  }

  /// Gives the threads what waits, most wanted first.
  private func submitAll() {
    if cutting != nil {
      submitPictures()
    } else {
      let waiting = order.compactMap { key -> ProviderCall? in
        guard case .asked(let id) = cells[key] else { return nil }
        return ProviderCall(id: id, request: ProvidedTileRequest(key, of: levels))
      }
      if !calls.replace(waiting) {
        for call in waiting { settle(call.request.key, .failed(Self.noThread)) }
      }
    }
    submitReductions()
  }

  /// Gives the threads the reductions that can be made, most wanted first.
  func submitReductions() {
    let waiting = pending.compactMap { reductions[$0] }
    if !reducing.replace(waiting) {
      for call in waiting { refuse(call.needs.reduction.key, Self.noThread) }
    }
    tellIdle()
  }

  static let noThread = "no thread could be started to make the tile"

  /// Answers a pending tile where all that it needs is known.
  private func answerIfSettled(_ key: TileKey) {
    guard isInside(key) else { return refuse(key, "there is no such tile") }
    if levels.offers(key.level) {
      if cells[key]?.isSettled == true { answer(key) }
    } else if needs[key] == nil {
      refuse(key, "the scale is too far from those that there are")
    } else if lacking[key] == 0 {
      reduce(key)
    }
  }
}

import Geometry
import Tiles
import Tiling

extension ProviderSource {
  /// Says what a view wants now; calls for what it does not want are not begun.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    lastTime = now
    guard let keys = tiles.accept(plan, takenBack: { neighbours[$0] = nil }) else { return }
    cutting?.setSurface(demand.surface)
    reductions = reductions.filter { tiles.isPending($0.key) }
    learnNeeds(of: keys, kept: plan.kept)
    orderCells()
    dropCells(wanted: Set(keys), now: now)
    askAndCount()
    for key in tiles.pending { answerIfSettled(key) }
    submitAll()
    calls.relieve(now: now)
  }

  /// Says that what is drawn in an area, in units of the extent, has changed.
  ///
  /// The tiles that touch it are asked for again as soon as a plan wants them, those that are
  /// wanted at once; answers that are under way count no more. `SourceEvent.invalidated` tells the
  /// view.
  public func invalidate(_ area: Rect) {
    guard !tiles.isClosed else { return }
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
    neighbours = neighbours.filter { !touches($0.key) }
    reductions = reductions.filter { !isTouched($0.key, touches) }
    // A view takes those a pixel beside it for changed, too, and waits for them.
    tiles.invalidate(
      .invalidated(area), delivered: { levels.tile($0, touches: area) },
      refused: { isTouched($0, touches) })
    orderCells()
    askAndCount()
    for key in tiles.pending { answerIfSettled(key) }
    submitAll()
  }

  private func isTouched(_ key: TileKey, _ touches: (TileKey) -> Bool) -> Bool {
    needs[key].map { $0.cells.contains(where: touches) } ?? touches(key)
  }

  /// Gives it another extent in place; nothing of the old one's tiles is kept.
  ///
  /// The rules of its scales stay: a ladder may get more rungs or fewer. `SourceEvent.changed`
  /// tells the view; plans are not heard until then.
  public func setExtent(_ extent: Extent) {
    guard !tiles.isClosed, extent != provided.extent else { return }
    provided.extent = extent
    details.levels = provided.levels
    for case .decoding(let id, let format, _) in cells.values {
      decoders[format]?.cancel(id, now: 0)
    }
    tiles.change(to: details)
    forgetCells()
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
    betweenCells = Set(known.values.flatMap(\.cells))
  }

  /// Puts the provider's tiles in the order in which the pending ones need them.
  private func orderCells() {
    var seen: Set<TileKey> = []
    order = []
    for key in tiles.pending {
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
    for key in order where cells[key] == nil && levels.hasTile(key) {
      lastCall += 1
      cells[key] = .asked(lastCall)
    }
    lacking = [:]
    users = [:]
    for key in tiles.pending {
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
    let waiting = tiles.pending.compactMap { reductions[$0] }
    if !reducing.replace(waiting) {
      for call in waiting { tiles.refuse(call.needs.reduction.key, Self.noThread) }
    }
    tiles.tellIdle()
  }

  static let noThread = "no thread could be started to make the tile"

  /// Answers a pending tile where all that it needs is known.
  private func answerIfSettled(_ key: TileKey) {
    guard levels.hasTile(key) else { return tiles.refuse(key, "there is no such tile") }
    if levels.offers(key.level) {
      if cells[key]?.isSettled == true { answer(key) }
    } else if needs[key] == nil {
      tiles.refuse(key, "the scale is too far from those that there are")
    } else if lacking[key] == 0 {
      reduce(key)
    }
  }
}

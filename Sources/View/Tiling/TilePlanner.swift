import Geometry
import Tiles

/// Decides which tiles of a picture to make, in which order, and which to keep.
///
/// The whole picture at fit scale is always kept: it stands in for everything that is missing. In
/// addition, a view wants the visible tiles of its exact scale. Until all of those are resident and
/// the motion towards them has ended, the tiles on the screen are kept, so that nothing ever
/// becomes blank or less sharp on the way.
public struct TilePlanner: Hashable, Sendable {
  /// The purpose of tiles.
  public enum Interest: Hashable, Sendable {
    /// The picture is shown.
    case view
    /// The picture waits: a neighbour in the album, or a covered window.
    case fitOnly
    /// One view of the picture is written to a file; only that view's tiles are needed.
    case still
  }

  /// The cost of another tile.
  public enum Access: Hashable, Sendable {
    /// A pass over the picture, for one tile or many.
    case pass
    /// A fraction of a millisecond: the format or the cache allows random access everywhere.
    case direct
    /// Random access up to this size of the picture; finer levels take a pass.
    case upTo(PixelSize)
  }

  /// The motion of the view; times are in seconds.
  package struct Motion: Hashable, Sendable {
    /// How long the view has been moving without all tiles of its destination.
    package var lag: Double
    /// How long its destination has been the same.
    package var steady: Double

    /// Creates a motion.
    package init(lag: Double, steady: Double) {
      self.lag = lag
      self.steady = steady
    }
  }

  /// The decoder's description of the picture.
  package var info: SourceInfo

  var levels: SourceLevels { info.levels }

  /// Creates a planner for a picture.
  package init(info: SourceInfo) { self.info = info }

  /// Returns the plan for a moment.
  ///
  /// `resident` has the quality of each resident tile; `access` is the cost of another tile.
  package func plan(
    _ input: PlanInput, resident: [TileKey: TileQuality], access: Access
  ) -> TilePlan {
    if input.interest == .still { return stillPlan(input, resident: resident) }
    let (destination, margin, next) = (input.destination, input.margin, input.next)
    let isShown = input.interest == .view
    let exact = levels.exactLevel(of: destination)
    let fit = TileGrid(of: levels.fitLevel(of: destination))
    let fitKeys = fit.keys
    let visible: TileGrid? =
      isShown && exact != fit.level ? destination.visibleTiles(of: exact, margin: margin) : nil

    let focus = input.focus ?? destination.surfaceCenter
    var sharpKeys = visible?.keys(nearest: focus, in: destination) ?? []
    if margin > 0 {
      let seen = destination.visibleTiles(of: exact)
      sharpKeys = sharpKeys.filter(seen.contains) + sharpKeys.filter { !seen.contains($0) }
    }
    let near = visible == nil ? [] : nearTiles(of: destination, resident: resident, access: access)
    let wanted =
      firstTiles(before: fit, resident: resident)
      + wanted(
        fit: fitKeys, near: near.filter { resident[$0] == nil }, sharp: sharpKeys,
        resident: resident)

    var beside: [TileKey] = []
    var kept = Set((fitKeys + sharpKeys + near).filter { resident[$0] != nil })
    if isShown || !fitKeys.allSatisfy({ resident[$0] != nil }) {
      let destination = destination.grown(by: margin)
      let current = input.current.grown(by: margin)
      let focus = Point(x: focus.x + Double(max(0, margin)), y: focus.y + Double(max(0, margin)))
      let isComplete = wanted.isEmpty && !input.isFading
      let spare = resident.keys.filter { key in
        !kept.contains(key)
          && isOnScreen(key, destination: destination, current: current, isComplete: isComplete)
      }
      var room =
        input.budget ?? MemoryBudget(surface: destination.surface, shape: levels.shape).mostTiles
      let used = kept.reduce(0) { $0 + (fit.contains($1) ? 0 : $1.layout.byteCount) }
      room -= used
      if isShown, let next, wanted.isEmpty || visible == nil {
        beside = nextStepTiles(
          next.view.grown(by: margin), beside: [exact, fit.level], focus: focus, access: access,
          room: next.budget - used)
        // Fixed before the motion has ended: adding more of it later would take a second pass.
        room = min(room, beside.reduce(next.budget - used) { $0 - $1.layout.byteCount })
      }
      let isReplaced = { (key: TileKey) in
        visible.map { $0.replaces(key, resident: resident) } ?? false
      }
      let shared = levels.halvedLevel(of: destination)
      let rank = { (key: TileKey) in isReplaced(key) ? 2 : key.level == shared ? 0 : 1 }
      for key in ranked(spare, current: current, focus: focus, rank: rank) {
        room -= key.layout.byteCount
        if room < 0 { break }
        kept.insert(key)
      }
      if access == .direct, isShown, let visible {
        beside += surroundings(
          around: destination, beside: visible, heading: input.heading, room: room)
      }
      kept.formUnion(beside.filter { resident[$0] != nil })
    }
    var prefetched: [TilePlan.Wanted] = []
    if next != nil && (wanted.isEmpty || visible == nil)
      || wanted.isEmpty && input.current.scale == destination.scale
    {
      prefetched = beside.filter { resident[$0] != .exact }.map { .init(key: $0, quality: .exact) }
    } else if isShown, let motion = input.motion {
      prefetched = fallbacks(
        destination: destination, resident: resident, focus: focus, access: access,
        motion: motion, wanted: wanted)
    }
    var plan = TilePlan(wanted: wanted, prefetched: input.prefetches ? prefetched : [], kept: kept)
    if let level = input.partLevel { plan.add(level, resident: resident, isWanted: isShown) }
    return plan
  }

  /// A plan for the exact tiles alone, without stand-ins: the picture is not shown while it loads.
  private func stillPlan(_ input: PlanInput, resident: [TileKey: TileQuality]) -> TilePlan {
    let view = input.destination
    let keys = view.visibleTiles(of: levels.exactLevel(of: view), margin: input.margin).keys
    return TilePlan(
      wanted: keys.filter { resident[$0] != .exact }.map { .init(key: $0, quality: .exact) },
      kept: Set(keys.filter { resident[$0] != nil }))
  }

  /// The coarsest rung of a source with high latency, while the fit view is incomplete: it takes a
  /// few tiles and arrives after one round trip.
  private func firstTiles(
    before fit: TileGrid, resident: [TileKey: TileQuality]
  ) -> [TilePlan.Wanted] {
    guard info.isFar, case .ladder(let rungs) = levels.scales,
      let first = rungs.first, first.size.width * 3 <= fit.level.size.width * 2
    else { return [] }
    let grid = TileGrid(of: Level(size: first.size, shape: levels.shape))
    guard grid.count <= Self.mostFirstTiles, fit.keys.contains(where: { resident[$0] == nil })
    else { return [] }
    return grid.keys.filter { resident[$0] == nil }.map { .init(key: $0, quality: .exact) }
  }

  /// The maximum number of tiles to request before the fit view.
  private static let mostFirstTiles = 4

  /// The fit view if any of it is missing, then the visible tiles, then exact tiles for fit view
  /// previews.
  private func wanted(
    fit: [TileKey], near: [TileKey], sharp: [TileKey], resident: [TileKey: TileQuality]
  ) -> [TilePlan.Wanted] {
    let missing = fit.filter { resident[$0] == nil }
    let coarse = fit.filter { resident[$0] == .preview }
    // Once the exact pass delivers tiles, a preview of the rest would only delay it.
    let isPreviewWorthwhile =
      fit.first.map { isPreviewFast(of: $0.level) } == true
      && !fit.contains { resident[$0] == .exact }
    let unsharp = sharp.filter { resident[$0] != .exact }

    var wanted: [TilePlan.Wanted] = []
    if isPreviewWorthwhile {
      wanted += missing.map { TilePlan.Wanted(key: $0, quality: .preview) }
    }
    if sharp.isEmpty {
      // The fit view is what is shown: request it row by row, as a pass delivers it.
      wanted += fit.filter { resident[$0] != .exact }.map { .init(key: $0, quality: .exact) }
      return wanted
    }
    if !isPreviewWorthwhile { wanted += missing.map { .init(key: $0, quality: .exact) } }
    wanted += near.map { .init(key: $0, quality: .exact) }
    wanted += unsharp.map { .init(key: $0, quality: .exact) }
    if isPreviewWorthwhile { wanted += missing.map { .init(key: $0, quality: .exact) } }
    wanted += coarse.map { .init(key: $0, quality: .exact) }
    return wanted
  }

  /// True if a preview of the fit view costs a fraction of decoding the picture.
  ///
  /// - A small preview is decoded at 1/8 to 1/2 of the picture's scale, with pixels to spare. If
  ///   that were not enough, the whole picture would be decoded twice.
  /// - A coarse preview is decoded at 1/8: blurred, but immediate. Enlarged more than five times it
  ///   would show little and cost as much as the picture.
  /// - An embedded preview is available before the picture at any size.
  /// - A reduction of a pyramid is a quarter of the data for the exact tiles, up to half the
  ///   picture's scale; beyond that the exact tiles need the picture itself.
  func isPreviewFast(of level: Level) -> Bool {
    switch info.preview {
    case .none: false
    case .small:
      Double(level.size.width) * 2 * SourceInfo.Preview.densityOfSmall <= Double(info.size.width)
    case .coarse: Double(level.size.width) * 8 <= Double(info.size.width) * 5
    case .embedded: true
    case .reduction: Double(level.size.width) * 2 <= Double(info.size.width)
    }
  }

  /// True if a tile of another level may still be drawn before the motion ends.
  private func isOnScreen(
    _ key: TileKey, destination: Viewport, current: Viewport, isComplete: Bool
  ) -> Bool {
    guard isComplete else {
      return current.shows(key) || destination.shows(key)
    }
    // Once the destination is complete, only a view still in motion shows other tiles.
    return current != destination && current.shows(key) && !destination.covers(current, in: levels)
  }

  /// Tiles by how much they are worth keeping.
  ///
  /// First come those that nothing sharp replaces yet, because without them the picture would
  /// become coarse for a moment; among these, the shared power-of-two level's come first. Then come
  /// those nearest in scale to the current view, and among these the nearest to the focus.
  private func ranked(
    _ keys: [TileKey], current: Viewport, focus: Point, rank: (TileKey) -> Int
  ) -> [TileKey] {
    let width = Double(levels.exactLevel(of: current).size.width)
    return keys.map { key in
      let own = Double(key.level.size.width)
      let scale = max(own / width, width / own)
      let distance = current.distance(of: key, from: focus)
      return (key: key, rank: rank(key), scale: scale, distance: distance)
    }.sorted {
      ($0.rank, $0.scale, $0.distance, $0.key.level.size.width, $0.key.row, $0.key.column)
        < ($1.rank, $1.scale, $1.distance, $1.key.level.size.width, $1.key.row, $1.key.column)
    }.map(\.key)
  }
}

extension TileGrid {
  /// True if exact tiles of this grid's level cover another level's tile.
  fileprivate func replaces(_ key: TileKey, resident: [TileKey: TileQuality]) -> Bool {
    // Another level's tile may span thousands of these tiles; only the visible ones can be
    // resident.
    let tiles = tiles(under: key)
    return tiles.count <= count && tiles.keys.allSatisfy { resident[$0] == .exact }
  }

  /// Returns this level's tiles under another level's tile.
  private func tiles(under key: TileKey) -> TileGrid { TileGrid(of: level, inPlaceOf: key) }

  /// Creates the grid of a level's tiles under another level's tile.
  init(of level: Level, inPlaceOf key: TileKey) {
    let other = key.level.size
    let area = key.area
    let x = Double(level.size.width) / Double(other.width)
    let y = Double(level.size.height) / Double(other.height)
    let place = PixelRect(
      minX: Int((Double(area.minX) * x).rounded(.down)),
      minY: Int((Double(area.minY) * y).rounded(.down)),
      maxX: Int((Double(area.maxX) * x).rounded(.up)),
      maxY: Int((Double(area.maxY) * y).rounded(.up)))
    self.init(of: level, touching: place)
  }
}

extension Viewport {
  /// True if any part of a tile is visible.
  fileprivate func shows(_ key: TileKey) -> Bool {
    !key.area.intersection(visibleArea(in: key.level.size)).isEmpty
  }

  /// True if this view, at the same scale, shows everything that the other one shows.
  fileprivate func covers(_ other: Viewport, in levels: SourceLevels) -> Bool {
    guard scale == other.scale, orientation == other.orientation else { return false }
    let exact = levels.exactLevel(of: self)
    let mine = visibleTiles(of: exact)
    return other.visibleTiles(of: exact).keys.allSatisfy { mine.contains($0) }
  }
}

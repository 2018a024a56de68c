import Geometry
import Tiles

/// Decides which tiles of a picture to decode, in which order, and which to keep.
///
/// The whole picture at fit scale is always kept: it stands in wherever nothing finer is there.
/// Beside it a view wants the tiles of its exact scale that it shows. Until those are all there,
/// and until the motion towards them has ended, the tiles that are on the screen now stay, so that
/// nothing is ever blank or less sharp on the way.
public struct TilePlanner: Hashable, Sendable {
  /// What there is to decode for.
  public enum Interest: Hashable, Sendable {
    /// The picture is looked at.
    case view
    /// The picture waits: a neighbour in the album, or a window that is covered.
    case fitOnly
    /// One view of the picture is written to a file: that view's tiles alone.
    case still
  }

  /// What a tile more costs.
  public enum Access: Hashable, Sendable {
    /// A pass over the picture, whether it makes one tile or many.
    case pass
    /// A fraction of a millisecond: the format, or what has been cached, is near everywhere.
    case direct
    /// Near up to a size of the picture; what is finer takes a pass.
    case upTo(PixelSize)
  }

  /// How the view moves, in seconds.
  package struct Motion: Hashable, Sendable {
    /// How long the view has moved without ever having all tiles of where it goes.
    package var lag: Double
    /// How long it has been going to the same place.
    package var steady: Double

    /// A motion with its parts given.
    package init(lag: Double, steady: Double) {
      self.lag = lag
      self.steady = steady
    }
  }

  /// What the decoder has said of the picture.
  package var info: SourceInfo

  var levels: SourceLevels { info.levels }

  /// A planner for a picture.
  package init(info: SourceInfo) { self.info = info }

  /// The plan for a moment.
  ///
  /// `destination` is the settled view where the motion ends and `current` what is drawn now;
  /// `resident` says in which quality tiles are there already. Tiles near `focus`, a point of the
  /// surface (the cursor; the centre where there is none), come first. `access` says what a tile
  /// more costs, `motion` how the view moves, `nil` at rest, and `heading` which way it has been
  /// panned. While tiles come in gently, `isFading`, those that they replace stay. The `margin`, in
  /// device pixels on each side of the surface, is what filters look at beyond it: its tiles are
  /// wanted and kept as the view's own are, and come after them. The `budget` bounds the bytes of
  /// all kept tiles but the fit view's; tiles that the destination shows are never sacrificed to
  /// it. A view at rest is prepared for `next`, and so is one of the whole picture that is still
  /// being made.
  package func plan(
    destination: Viewport, current: Viewport, resident: [TileKey: TileQuality],
    focus: Point? = nil, interest: Interest = .view, access: Access = .pass,
    motion: Motion? = nil, heading: Point = .zero, margin: Int = 0, isFading: Bool = false,
    budget: Int? = nil, next: NextStep? = nil
  ) -> TilePlan {
    let exact = levels.exactLevel(of: destination)
    let fit = TileGrid(of: levels.fitLevel(of: destination))
    let fitKeys = fit.keys
    let visible: TileGrid? =
      interest == .view && exact != fit.level
      ? destination.visibleTiles(of: exact, margin: margin) : nil

    let focus = focus ?? destination.surfaceCenter
    var sharpKeys = visible?.keys(nearest: focus, in: destination) ?? []
    if margin > 0 {
      let seen = destination.visibleTiles(of: exact)
      sharpKeys = sharpKeys.filter(seen.contains) + sharpKeys.filter { !seen.contains($0) }
    }
    let near = visible == nil ? [] : nearTiles(of: destination, resident: resident, access: access)
    let wanted =
      firstTiles(before: fit, resident: resident, interest: interest)
      + wanted(
        fit: fitKeys, near: near.filter { resident[$0] == nil }, sharp: sharpKeys,
        resident: resident)

    var beside: [TileKey] = []
    var kept = Set((fitKeys + sharpKeys + near).filter { resident[$0] != nil })
    if interest == .view || !fitKeys.allSatisfy({ resident[$0] != nil }) {
      let destination = destination.grown(by: margin)
      let current = current.grown(by: margin)
      let focus = Point(x: focus.x + Double(max(0, margin)), y: focus.y + Double(max(0, margin)))
      let isComplete = wanted.isEmpty && !isFading
      let spare = resident.keys.filter { key in
        !kept.contains(key)
          && isOnScreen(key, destination: destination, current: current, isComplete: isComplete)
      }
      var room = budget ?? MemoryBudget(surface: destination.surface, shape: levels.shape).mostTiles
      let used = kept.reduce(0) { $0 + (fit.contains($1) ? 0 : $1.layout.byteCount) }
      room -= used
      if interest == .view, let next, wanted.isEmpty || visible == nil {
        beside = nextStepTiles(
          next.view.grown(by: margin), beside: [exact, fit.level], focus: focus, access: access,
          room: next.budget - used)
        // Settled before the motion has ended: more of it later would take a second pass.
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
      if access == .direct, interest == .view, let visible {
        beside += border(around: destination, beside: visible, heading: heading, room: room)
      }
      kept.formUnion(beside.filter { resident[$0] != nil })
    }
    var prefetched: [TilePlan.Wanted] = []
    if next != nil && (wanted.isEmpty || visible == nil)
      || wanted.isEmpty && current.scale == destination.scale
    {
      prefetched = beside.filter { resident[$0] != .exact }.map { .init(key: $0, quality: .exact) }
    } else if interest == .view, let motion {
      prefetched = fallbacks(
        destination: destination, resident: resident, focus: focus, access: access,
        motion: motion, wanted: wanted)
    }
    return TilePlan(wanted: wanted, prefetched: prefetched, kept: kept)
  }

  /// The coarsest rung of a source that is far, while the fit view is not all there: it takes a
  /// few tiles, and is there after one way to and fro.
  private func firstTiles(
    before fit: TileGrid, resident: [TileKey: TileQuality], interest: Interest
  ) -> [TilePlan.Wanted] {
    guard info.isFar, interest != .still, case .ladder(let rungs) = levels.scales,
      let first = rungs.first, first.size.width * 3 <= fit.level.size.width * 2
    else { return [] }
    let grid = TileGrid(of: Level(size: first.size, shape: levels.shape))
    guard grid.count <= Self.mostFirstTiles, fit.keys.contains(where: { resident[$0] == nil })
    else { return [] }
    return grid.keys.filter { resident[$0] == nil }.map { .init(key: $0, quality: .exact) }
  }

  /// The most tiles that are worth asking for before the fit view.
  private static let mostFirstTiles = 4

  /// The fit view first while any of it is missing, else what is seen; then what is still coarse.
  private func wanted(
    fit: [TileKey], near: [TileKey], sharp: [TileKey], resident: [TileKey: TileQuality]
  ) -> [TilePlan.Wanted] {
    let missing = fit.filter { resident[$0] == nil }
    let coarse = fit.filter { resident[$0] == .preview }
    // Once the careful pass delivers, a preview of the rest would only come in its way.
    let isPreviewWorthwhile =
      fit.first.map { isPreviewFast(of: $0.level) } == true
      && !fit.contains { resident[$0] == .exact }
    let unsharp = sharp.filter { resident[$0] != .exact }

    var wanted: [TilePlan.Wanted] = []
    if isPreviewWorthwhile {
      wanted += missing.map { TilePlan.Wanted(key: $0, quality: .preview) }
    }
    if sharp.isEmpty {
      // The fit view is what is seen: row by row, as a pass over the picture delivers it.
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

  /// Whether a preview of the fit view costs a fraction of the picture.
  ///
  /// A small one is made of an eighth to a half of the picture, with pixels to spare. Where
  /// that does not do it would be made of all of it, which would be decoded twice. A coarse one is
  /// made of an eighth, blurred, but there at once; enlarged more than five times it would show
  /// little, and cost what the picture costs. One that stands in the file by itself is there before
  /// the picture at any size. One of a pyramid is made of a quarter of what the careful tiles are
  /// made of, down to where these are made of the picture itself.
  func isPreviewFast(of level: Level) -> Bool {
    switch info.preview {
    case .none: false
    case .small:
      Double(level.size.width) * 2 * SourceInfo.Preview.densityOfSmall <= Double(info.size.width)
    case .coarse: Double(level.size.width) * 8 <= Double(info.size.width) * 5
    case .embedded: true
    case .version: Double(level.size.width) * 2 <= Double(info.size.width)
    }
  }

  /// Whether a tile of another level may still be drawn before the motion ends.
  private func isOnScreen(
    _ key: TileKey, destination: Viewport, current: Viewport, isComplete: Bool
  ) -> Bool {
    guard isComplete else {
      return current.shows(key) || destination.shows(key)
    }
    // All is there: only a view that is not yet where it goes shows anything else.
    return current != destination && current.shows(key) && !destination.covers(current, in: levels)
  }

  /// Tiles in the order in which they are worth keeping.
  ///
  /// Those that have nothing sharp in their place yet come first: without them the picture would
  /// flash coarse there; of these first the few that views of many scales share. Then those nearest
  /// in scale to what is drawn now, and among them the nearest to the focus.
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
  /// Whether every cell of this grid's level in the place of another level's tile is there, exact.
  fileprivate func replaces(_ key: TileKey, resident: [TileKey: TileQuality]) -> Bool {
    // Another level's tile may span thousands of these cells; only those that are seen can be
    // there.
    let cells = cells(under: key)
    return cells.count <= count && cells.keys.allSatisfy { resident[$0] == .exact }
  }

  /// All cells of this grid's level in the place of another level's tile.
  private func cells(under key: TileKey) -> TileGrid { TileGrid(of: level, inPlaceOf: key) }

  /// All cells of a level in the place of another level's tile.
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
  /// Whether a tile of a level is seen, if only in part.
  fileprivate func shows(_ key: TileKey) -> Bool {
    !key.area.intersection(visibleArea(in: key.level.size)).isEmpty
  }

  /// Whether all that the other view shows is inside what this one shows, at the same scale.
  fileprivate func covers(_ other: Viewport, in levels: SourceLevels) -> Bool {
    guard scale == other.scale, orientation == other.orientation else { return false }
    let exact = levels.exactLevel(of: self)
    let mine = visibleTiles(of: exact)
    return other.visibleTiles(of: exact).keys.allSatisfy { mine.contains($0) }
  }
}

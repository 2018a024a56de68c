import Geometry
import Tiles

/// Stand-ins for a moving view: tiles of a level that other views share.
extension TilePlanner {
  /// How long a view goes without its tiles before stand-ins are requested, in seconds: the length
  /// of an animation.
  static let standInDelay = 0.15
  /// How long a view's target must be constant before it counts as decided, in seconds.
  package static let steadiness = 0.03
  /// The maximum number of pending stand-ins with direct access, which bounds the wait of more
  /// urgent tiles.
  static let fallbacksAtOnce = 4

  /// Returns power-of-two tiles that stand in for the destination's, nearest to the focus first.
  ///
  /// A view that changes its target faster than its tiles arrive, under fingers or a turning wheel,
  /// would show only the magnified fit view, since each change cancels the requests. These tiles
  /// survive the changes. They come after the destination's own, and only where nothing as sharp is
  /// resident. If each would start a pass, they stop once the target is stable: the destination's
  /// own tiles must not wait for that pass.
  func fallbacks(
    destination: Viewport, resident: [TileKey: TileQuality], focus: Point, access: Access,
    motion: Motion, wanted: [TilePlan.Wanted]
  ) -> [TilePlan.Wanted] {
    guard motion.lag >= Self.standInDelay, let level = info.levels.halvedLevel(of: destination),
      TileGrid(of: info.levels.fitLevel(of: destination)).keys.allSatisfy({ resident[$0] == .exact }
      ),
      wanted.contains(where: { $0.key.level == info.levels.exactLevel(of: destination) })
    else { return [] }
    if access != .direct, motion.steady >= Self.steadiness { return [] }
    let missing = uncovered(level, in: destination, resident: resident, focus: focus)
      .filter { resident[$0] != .exact }
    let count = access != .direct ? missing.count : Self.fallbacksAtOnce
    return missing.prefix(count).map { .init(key: $0, quality: .exact) }
  }

  /// Returns tiles that stand in for the destination's own until those arrive, where nothing
  /// sharper is resident.
  ///
  /// Between two rungs of a ladder these are the finer rung's tiles, from which the destination's
  /// own are reduced. Otherwise they are tiles of a reduction with direct access, if the
  /// destination's own take a pass.
  func nearTiles(
    of destination: Viewport, resident: [TileKey: TileQuality], access: Access
  ) -> [TileKey] {
    if let rung = info.levels.rungLevel(of: destination) {
      return rungTiles(of: rung, in: destination, resident: resident)
    }
    guard case .upTo(let size) = access,
      info.levels.exactLevel(of: destination).size.width > size.width,
      let halved = info.levels.halvedLevel(of: destination)
    else { return [] }
    let level =
      halved.size.width <= size.width ? halved : Level(size: size, shape: info.levels.shape)
    guard level.size.width > info.levels.fitLevel(of: destination).size.width else { return [] }
    return uncovered(
      level, in: destination, resident: resident, focus: destination.surfaceCenter)
  }

  /// Returns a rung's tiles where the view's own are missing, nearest first.
  ///
  /// They are finer than the view's own, but less sharp when drawn smaller, so only the view's own
  /// replace them.
  private func rungTiles(
    of rung: Level, in view: Viewport, resident: [TileKey: TileQuality]
  ) -> [TileKey] {
    // The fit view's tiles are always resident.
    guard rung != info.levels.fitLevel(of: view) else { return [] }
    let exact = info.levels.exactLevel(of: view)
    let own = resident.filter { $1 == .exact && $0.level == exact }
      .map { view.deviceRect(of: $0.key.area, in: exact.size) }
    return view.visibleTiles(of: rung).keys(nearest: view.surfaceCenter, in: view)
      .filter { !view.isCovered($0, by: own) }
  }

  /// Returns a level's visible tiles that no sharper resident tile covers, nearest first.
  private func uncovered(
    _ level: Level, in view: Viewport, resident: [TileKey: TileQuality], focus: Point
  ) -> [TileKey] {
    let finer = resident.filter { $1 == .exact && $0.level.size.width > level.size.width }
      .map { view.deviceRect(of: $0.key.area, in: $0.key.level.size) }
    return view.visibleTiles(of: level).keys(nearest: focus, in: view)
      .filter { !view.isCovered($0, by: finer) }
  }
}

extension Viewport {
  /// True if the given areas of the surface cover the visible part of a tile.
  fileprivate func isCovered(_ key: TileKey, by areas: [Rect]) -> Bool {
    var open = [deviceRect(of: key.area, in: key.level.size).intersection(surfaceRect)]
    for area in areas where !open.isEmpty {
      open = open.flatMap { $0.subtracting(area) }
        // Edges of different levels meet only up to rounding.
        .filter { $0.width > 0.01 && $0.height > 0.01 }
    }
    return open.isEmpty
  }
}

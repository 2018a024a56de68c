import Geometry
import Tiles

/// What a view on its way is helped with: tiles of a level that other views share.
extension TilePlanner {
  /// How long a view goes without its tiles before others are asked for, in seconds: what an
  /// animation lasts.
  static let patience = 0.15
  /// How long a view that goes to the same place is still taken for one that changes its mind, in
  /// seconds.
  package static let steadiness = 0.03
  /// Where tiles are near, so many are asked for at a time: what comes to be needed meanwhile waits
  /// for no more than these.
  static let fallbacksAtOnce = 4

  /// Tiles of a power of two that stand in for the destination's, nearest to the focus first.
  ///
  /// A view that changes its mind faster than its tiles come, under fingers or a wheel that goes on
  /// turning, would show the fit view alone, magnified: each change cancels what was asked for.
  /// These outlast the changes. They come after the destination's own, only where nothing as sharp
  /// is there, and where each would start a pass, only until the view knows where it goes: what it
  /// needs then must not wait for that pass.
  func fallbacks(
    destination: Viewport, resident: [TileKey: TileQuality], focus: Point, access: Access,
    motion: Motion, wanted: [TilePlan.Wanted]
  ) -> [TilePlan.Wanted] {
    guard motion.lag >= Self.patience, let level = info.levels.halvedLevel(of: destination),
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

  /// Tiles that stand in for the destination's own until those are there: those that are seen
  /// through what is sharper already.
  ///
  /// Between two rungs of a ladder they are the finer one's, which the destination's own are made
  /// of. Else they come where the destination's take a pass and a less sharp version of the picture
  /// is near.
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

  /// The tiles of a rung that are seen where the view's own are not there yet, nearest first.
  ///
  /// They are finer than the view's own, but drawn smaller they are less sharp, so nothing but
  /// those replaces them.
  private func rungTiles(
    of rung: Level, in view: Viewport, resident: [TileKey: TileQuality]
  ) -> [TileKey] {
    // The fit view's tiles are there anyway.
    guard rung != info.levels.fitLevel(of: view) else { return [] }
    let exact = info.levels.exactLevel(of: view)
    let own = resident.filter { $1 == .exact && $0.level == exact }
      .map { view.deviceRect(of: $0.key.area, in: exact.size) }
    return view.visibleTiles(of: rung).keys(nearest: view.surfaceCenter, in: view)
      .filter { !view.isCovered($0, by: own) }
  }

  /// The tiles of a level that a view sees beside what is there and sharper, nearest first.
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
  /// Whether all that is seen of a tile lies under some areas of the surface.
  fileprivate func isCovered(_ key: TileKey, by areas: [Rect]) -> Bool {
    var open = [deviceRect(of: key.area, in: key.level.size).intersection(surfaceRect)]
    for area in areas where !open.isEmpty {
      open = open.flatMap { $0.subtracting(area) }
        // Edges of different levels meet but for rounding.
        .filter { $0.width > 0.01 && $0.height > 0.01 }
    }
    return open.isEmpty
  }
}

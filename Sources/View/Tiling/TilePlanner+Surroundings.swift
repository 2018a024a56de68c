import Geometry
import Tiles

/// Prefetching at rest: the tiles just outside the view, which the next pan uncovers.
extension TilePlanner {
  /// The maximum bytes of these tiles: 2/5 of the surface's own.
  ///
  /// A complete ring would be nearly as large as the view itself.
  static func ringBudget(for surface: PixelSize) -> Int {
    checkedProduct(4, max(0, surface.width), max(0, surface.height)).map { $0 / 5 * 2 } ?? 0
  }

  /// Returns the tiles around the wanted ones that fit into `room` bytes.
  ///
  /// Tiles in the direction of the last pan come first, then those nearest to the view's centre.
  /// The pointer is ignored: moving it must not exchange them. For a source with high latency only
  /// the former are prefetched, without the corners, to save its server unseen tiles.
  func surroundings(
    around view: Viewport, beside inner: TileGrid, heading: Point, room: Int
  ) -> [TileKey] {
    let area = inner.area
    let outer = TileGrid(
      of: inner.level,
      touching: PixelRect(
        minX: area.minX - 1, minY: area.minY - 1, maxX: area.maxX + 1, maxY: area.maxY + 1))
    let isSideways = abs(heading.x) >= abs(heading.y)
    let surface = view.surfaceRect
    func isAhead(_ key: TileKey) -> Bool {
      let rect = view.deviceRect(of: key.area, in: key.level.size)
      return isSideways
        ? heading.x > 0 && rect.minX >= surface.maxX || heading.x < 0 && rect.maxX <= surface.minX
        : heading.y > 0 && rect.minY >= surface.maxY || heading.y < 0 && rect.maxY <= surface.minY
    }
    let near = outer.keys(nearest: view.surfaceCenter, in: view).filter { !inner.contains($0) }
    let ahead = near.filter(isAhead)
    let sorted =
      info.isFar
      ? ahead.filter { inner.columns.contains($0.column) || inner.rows.contains($0.row) }
      : ahead + near.filter { !isAhead($0) }
    var room = min(room, Self.ringBudget(for: view.surface))
    return Array(
      sorted.prefix { key in
        room -= key.layout.byteCount
        return room >= 0
      })
  }
}

/// Prefetching at rest when a tile takes a pass: the tiles of the next zoom step.
extension TilePlanner {
  /// Returns the tiles of the view after the next step, nearest to the focus first, then those of
  /// the same level around it that fit.
  ///
  /// Empty if that view's tiles are fast, if it is drawn from a level that is resident already, or
  /// if its tiles don't all fit: a second pass would then follow the step after the first.
  func nextStepTiles(
    _ next: Viewport, beside levels: [Level], focus: Point, access: Access, room: Int
  ) -> [TileKey] {
    let level = info.levels.exactLevel(of: next)
    guard !levels.contains(level), takesLong(level, access: access) else { return [] }
    let seen = next.visibleTiles(of: level)
    var room = room
    func fits(_ key: TileKey) -> Bool {
      room -= key.layout.byteCount
      return room >= 0
    }
    let wanted = seen.keys(nearest: focus, in: next)
    guard wanted.allSatisfy(fits) else { return [] }
    // With direct access the tiles around it are fast; the rest of the room is for a pan.
    guard access != .direct else { return wanted }
    // The step finds its tiles even if the pointer has moved a little by then.
    let around = TileGrid(
      of: level,
      touching: PixelRect(
        minX: seen.area.minX - level.shape.edge, minY: seen.area.minY - level.shape.edge,
        maxX: seen.area.maxX + level.shape.edge, maxY: seen.area.maxY + level.shape.edge))
    return wanted
      + around.keys(nearest: focus, in: next).filter { !seen.contains($0) }.prefix(while: fits)
  }

  /// True if the prefetched tiles are worth a pass over the picture.
  ///
  /// Tiles around the next step's view come with a pass that the step needs. They don't get a pass
  /// of their own just because there is now room for a few more. Tiles in `asked` are already under
  /// way.
  package func isWorthAPass(
    _ prefetched: [TilePlan.Wanted], for next: NextStep, margin: Int, asked: [TilePlan.Wanted]
  ) -> Bool {
    let seen = next.view.grown(by: margin).visibleTiles(of: levels.exactLevel(of: next.view))
    return prefetched.contains {
      $0.key.level != seen.level || seen.contains($0.key) || asked.contains($0)
    }
  }

  /// True if the tiles of a level arrive after a zoom step's motion has ended, unless they are
  /// prefetched.
  ///
  /// The cache of a large picture is fast for a tile, but slow for a whole view.
  private func takesLong(_ level: Level, access: Access) -> Bool {
    switch access {
    case .direct: !info.isRandomAccess && takesLongPass
    case .pass: true
    case .upTo(let size): level.size.width > size.width
    }
  }
}

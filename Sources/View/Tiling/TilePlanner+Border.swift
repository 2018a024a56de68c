import Geometry
import Tiles

/// What a view at rest is prepared for: tiles just outside it, which the next pan uncovers.
extension TilePlanner {
  /// The most bytes of such tiles: a share of the surface's own.
  ///
  /// A whole border would be nearly as much as what is seen.
  static func ringBudget(for surface: PixelSize) -> Int {
    checkedProduct(4, max(0, surface.width), max(0, surface.height)).map { $0 / 5 * 2 } ?? 0
  }

  /// The tiles around those that are wanted, as many as there is room for.
  ///
  /// Those on the side that the last pan went to come first, then those nearest to the middle of
  /// the view. The pointer changes nothing: moving it must not exchange them. Of a source that is
  /// far the former come alone, without those at the corners: what is never looked at costs others
  /// too.
  func border(
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

/// What a view at rest is prepared for where a tile takes a pass: the next step of a zoom.
extension TilePlanner {
  /// The tiles of the view that the next step leads to, nearest to the focus first, then those of
  /// the same level around it, as many as there is room for.
  ///
  /// None where that view has its tiles at once, or is drawn from one of the levels that are there,
  /// or where not all that it shows finds room: a second pass would follow the step, after the
  /// first.
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
    // Few more take no time there; the rest of the room is for a pan.
    guard access != .direct else { return wanted }
    // Wherever the pointer has gone a little by then, the step finds its tiles.
    let around = TileGrid(
      of: level,
      touching: PixelRect(
        minX: seen.area.minX - level.shape.edge, minY: seen.area.minY - level.shape.edge,
        maxX: seen.area.maxX + level.shape.edge, maxY: seen.area.maxY + level.shape.edge))
    return wanted
      + around.keys(nearest: focus, in: next).filter { !seen.contains($0) }.prefix(while: fits)
  }

  /// Whether what a plan makes ahead is worth a pass over the picture.
  ///
  /// Tiles that only lie around what the next step shows come with a pass that it needs; for them
  /// alone, because there is room for a few more now, there is none. What has been `asked` for is
  /// under way.
  package func isWorthAPass(
    _ prefetched: [TilePlan.Wanted], for next: NextStep, margin: Int, asked: [TilePlan.Wanted]
  ) -> Bool {
    let seen = next.view.grown(by: margin).visibleTiles(of: levels.exactLevel(of: next.view))
    return prefetched.contains {
      $0.key.level != seen.level || seen.contains($0.key) || asked.contains($0)
    }
  }

  /// Whether a view of a level has its tiles later than a motion ends, unless they are made ahead.
  ///
  /// What has been cached of a large picture is near, but a whole view of it is much to read.
  private func takesLong(_ level: Level, access: Access) -> Bool {
    switch access {
    case .direct: !info.isRandomAccess && takesLongPass
    case .pass: true
    case .upTo(let size): level.size.width > size.width
    }
  }
}

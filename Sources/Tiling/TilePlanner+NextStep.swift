import Geometry
import Tiles
import ViewGeometry

/// What a view at rest is prepared for where a tile takes a pass: the next step of a zoom.
extension TilePlanner {
  /// The tiles of the view that the next step leads to, nearest to the focus first, then those of
  /// the same level around it, as many as there is room for.
  ///
  /// None where that view has its tiles at once, or is drawn from one of the levels that are there,
  /// or where not all that it shows finds room: a second pass would follow the step, after the first.
  func nextStepTiles(
    _ next: Viewport, beside levels: [Level], focus: Point, access: Access, room: Int
  ) -> [TileKey] {
    let level = info.levels.exactLevel(of: next)
    guard !levels.contains(level), takesPass(level, access: access) else { return [] }
    let seen = next.visibleTiles(of: level)
    var room = room
    func fits(_ key: TileKey) -> Bool {
      room -= key.layout.byteCount
      return room >= 0
    }
    let wanted = seen.keys(nearest: focus, in: next)
    guard wanted.allSatisfy(fits) else { return [] }
    // Wherever the pointer has gone a little by then, the step finds its tiles.
    let around = TileGrid(
      of: level,
      touching: PixelRect(
        minX: seen.area.minX - level.shape.edge, minY: seen.area.minY - level.shape.edge,
        maxX: seen.area.maxX + level.shape.edge, maxY: seen.area.maxY + level.shape.edge))
    return wanted
      + around.keys(nearest: focus, in: next).filter { !seen.contains($0) }.prefix(while: fits)
  }

  private func takesPass(_ level: Level, access: Access) -> Bool {
    switch access {
    case .direct: false
    case .pass: true
    case .upTo(let size): level.size.width > size.width
    }
  }
}

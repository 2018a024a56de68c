import Geometry
import Tiles
import ViewGeometry

/// What a view at rest is prepared for: tiles just outside it, which the next pan uncovers.
extension TilePlanner {
  /// The most bytes of such tiles: a share of the surface's own.
  ///
  /// A whole ring would be nearly as much as what is seen.
  static func ringBudget(for surface: PixelSize) -> Int {
    checkedProduct(4, max(0, surface.width), max(0, surface.height)).map { $0 / 5 * 2 } ?? 0
  }

  /// The tiles around those that are wanted, as many as there is room for.
  ///
  /// Those on the side that the last pan went to come first, then those nearest to the middle of the
  /// view. The pointer changes nothing: moving it must not exchange them.
  func ring(
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
    let sorted = near.filter(isAhead) + near.filter { !isAhead($0) }
    var room = min(room, Self.ringBudget(for: view.surface))
    return Array(
      sorted.prefix { key in
        room -= key.layout.byteCount
        return room >= 0
      })
  }
}

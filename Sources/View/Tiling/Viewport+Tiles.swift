import Geometry
import Tiles

extension Viewport {
  /// The tiles of a level that are visible, or lie within `margin` device pixels around the
  /// surface.
  ///
  /// The margin is what filters sample beyond the view's edges.
  package func visibleTiles(of level: Level, margin: Int = 0) -> TileGrid {
    TileGrid(of: level, touching: grown(by: margin).visibleArea(in: level.size))
  }

  /// The same picture at the same place, on a surface with a margin on each side.
  func grown(by margin: Int) -> Viewport {
    guard margin > 0 else { return self }
    var view = self
    view.surface.width += 2 * margin
    view.surface.height += 2 * margin
    view.origin.x += Double(margin)
    view.origin.y += Double(margin)
    return view
  }

  /// The number of the exact level's pixels that the view shows.
  ///
  /// The number of decoded pixels is compared with it: any beyond it were not needed.
  package func displayedPixels(of levels: SourceLevels) -> Int {
    let area = visibleArea(in: levels.exactLevel(of: self).size)
    return area.isEmpty ? 0 : area.width * area.height
  }

  /// The squared distance of a tile's centre from a point of the surface.
  func distance(of key: TileKey, from focus: Point) -> Double {
    let way = deviceRect(of: key.area, in: key.level.size).center - focus
    return way.x * way.x + way.y * way.y
  }
}

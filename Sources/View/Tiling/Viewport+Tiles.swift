import Geometry
import Tiles

extension Viewport {
  /// The cells of a level that are seen, or lie within a margin around the surface.
  ///
  /// The margin is in device pixels: what filters look at beyond the view's edges.
  package func visibleTiles(of level: Level, margin: Int = 0) -> TileGrid {
    TileGrid(of: level, touching: grown(by: margin).visibleArea(in: level.size))
  }

  /// The same picture in the same place on a surface with a margin on each side.
  func grown(by margin: Int) -> Viewport {
    guard margin > 0 else { return self }
    var view = self
    view.surface.width += 2 * margin
    view.surface.height += 2 * margin
    view.origin.x += Double(margin)
    view.origin.y += Double(margin)
    return view
  }

  /// How many of a source's pixels the view shows, at its exact level.
  ///
  /// Decoded pixels are measured against it: what is decoded beyond it was not needed.
  package func displayedPixels(of levels: SourceLevels) -> Int {
    let area = visibleArea(in: levels.exactLevel(of: self).size)
    return area.isEmpty ? 0 : area.width * area.height
  }

  /// The square of the distance of a tile's middle from a point of the surface.
  func distance(of key: TileKey, from focus: Point) -> Double {
    let way = deviceRect(of: key.area, in: key.level.size).center - focus
    return way.x * way.x + way.y * way.y
  }
}

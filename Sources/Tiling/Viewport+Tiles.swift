import DecoderProtocol
import Geometry
import Zooming

extension Viewport {
  /// The level whose pixels the view shows one to one; beyond 100 % the picture itself.
  public var exactLevel: Level { Level(of: picture, scale: scale) }

  /// The level of the whole picture, as it is turned, on this surface.
  public var fitLevel: Level { Level(of: picture, scale: fitScale) }

  /// The cells of a level that are seen.
  public func visibleTiles(of level: Level) -> TileGrid {
    TileGrid(of: level, touching: visibleArea(in: level.size))
  }

  /// How many of the picture's pixels the view shows, at its exact level.
  ///
  /// Decoded pixels are measured against it: what is decoded beyond it was not needed.
  public var displayedPixels: Int {
    let area = visibleArea(in: exactLevel.size)
    return area.isEmpty ? 0 : area.width * area.height
  }

  /// The square of the distance of a tile's middle from a point of the surface.
  func distance(of key: TileKey, from focus: Point) -> Double {
    let way = deviceRect(of: key.area, in: key.level.size).center - focus
    return way.x * way.x + way.y * way.y
  }
}

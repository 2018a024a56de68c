import Geometry
import Tiles
import Tiling
import ViewGeometry
import Zooming

/// How a view of any size is cut into bands of rows that are drawn one after the other.
package enum RenderBands {
  /// The most tiles that a band may touch, 132 MiB: the fewer bands, the fewer passes over the
  /// picture.
  package static let mostTiles = 512
  /// The longest edge that is drawn at once, in pixels: below every GPU's largest texture.
  static let drawnEdge = 2048
  /// Rows that a band has however many tiles they are: with fewer, a wide picture's filters would
  /// work on margins and on little else.
  private static let fewestRows = 256

  /// The bands of an area of a view from top to bottom.
  ///
  /// Each is as high as its tiles allow, and those in the margin around it, in device pixels: with
  /// the margin it may touch twice as many, since no fewer passes are worth more memory.
  static func bands(
    of view: Viewport, in area: PixelRect, levels: SourceLevels, margin: Int,
    mostTiles: Int = mostTiles
  ) -> [PixelRect] {
    var bands: [PixelRect] = []
    var top = area.minY
    while top < area.maxY {
      let rest = min(area.maxY - top, drawnEdge)
      func band(_ height: Int) -> PixelRect {
        PixelRect(minX: area.minX, minY: top, maxX: area.maxX, maxY: top + height)
      }
      var low = min(rest, fewestRows)
      var high = rest
      while low < high {
        let middle = (low + high + 1) / 2
        if tiles(of: view, in: band(middle), levels: levels, margin: 0).count <= mostTiles,
          tiles(of: view, in: band(middle), levels: levels, margin: margin).count
            <= 2 * mostTiles
        {
          low = middle
        } else {
          high = middle - 1
        }
      }
      bands.append(band(low))
      top += low
    }
    return bands
  }

  /// The tiles of the view's exact level that a band and the margin around it show.
  static func tiles(
    of view: Viewport, in band: PixelRect, levels: SourceLevels, margin: Int
  ) -> TileGrid {
    var part = view
    part.surface = band.size
    part.origin.x -= Double(band.minX)
    part.origin.y -= Double(band.minY)
    return part.visibleTiles(of: levels.exactLevel(of: part), margin: margin)
  }
}

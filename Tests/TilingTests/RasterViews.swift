import Geometry
import Tiles
import Tiling

/// The levels of views of raster pictures, with the usual tile shape.
extension Viewport {
  private var levels: SourceLevels { SourceLevels(extent: picture) }
  var exactLevel: Level { levels.exactLevel(of: self) }
  var fitLevel: Level { levels.fitLevel(of: self) }
  var halvedLevel: Level? { levels.halvedLevel(of: self) }
  var displayedPixels: Int { displayedPixels(of: levels) }
}

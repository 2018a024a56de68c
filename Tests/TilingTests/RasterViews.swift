import Geometry
import Tiles
import Tiling

/// Levels of views of rasters in tiles of the usual shape.
extension Viewport {
  private var levels: SourceLevels { SourceLevels(extent: picture) }
  var exactLevel: Level { levels.exactLevel(of: self) }
  var fitLevel: Level { levels.fitLevel(of: self) }
  var halvedLevel: Level? { levels.halvedLevel(of: self) }
  var displayedPixels: Int { displayedPixels(of: levels) }
}

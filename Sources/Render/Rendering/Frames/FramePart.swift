import Geometry
import Tiles

/// One picture of a frame, with the view that it is drawn through.
struct FramePart {
  /// Which picture; `nil` for none.
  var picture: SourceID?
  /// Which of the picture's own frames.
  var pictureFrame = FrameVersion()
  /// Its part of the surface.
  var view: Viewport
  /// Its levels; `nil` for those of a raster.
  var levels: SourceLevels?
  /// What becomes of its pixels.
  var end: PixelEnd
  /// Whether it lies over what is there rather than in its place.
  var isOver = false
  /// Whether the frame's filters act on it.
  var isFiltered: Bool
  /// Its tiles that are only partly seen yet.
  var fades: [TileKey: Double] = [:]
}

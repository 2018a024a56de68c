import Geometry
import Tiles

/// One picture of a frame with its view.
struct FramePart {
  /// The picture; `nil` draws nothing.
  var picture: SourceID?
  /// The animation frame and colour version of the picture.
  var pictureFrame = FrameVersion()
  /// The view on the surface.
  var view: Viewport
  /// The levels; `nil` for a raster.
  var levels: SourceLevels?
  /// The tone curve and the blend mode of its pixels.
  var end: FinalPixelStep
  /// True if it is blended over what is below, false if it replaces it.
  var isOver = false
  /// True if the frame's filters apply to it.
  var isFiltered: Bool
  /// The opacity of tiles that are fading in.
  var fades: [TileKey: Double] = [:]
}

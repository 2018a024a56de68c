import Filters
import Geometry
import Rendering
import Tiles

/// Composes a frame from the state of a view, without changing it; equal states give equal frames.
struct FrameComposer {
  /// A source in a frame.
  struct Layer {
    var source: SourceID
    /// The version of the animation frame.
    var pictureFrame = FrameVersion()
    var viewport: Viewport
    var levels: SourceLevels
    var hasAlpha: Bool
    /// The source's brightness, and how its light is encoded.
    var light = PictureLight()
  }

  var surface: PixelSize
  var backdrop: Backdrop
  var magnification: Frame.Magnification
  var toning = ToneSettings()
  var overlays: [Overlay]
  var filters: FilterChain
  var split: Int?
  /// The source that is shown, `offset` device pixels to the right of its nominal position.
  var base: Layer?
  var offset = 0.0
  /// The neighbour that slides in beside it.
  var beside: Layer?
  var fades: [TileKey: Double]
  /// True if the filters apply to `base`.
  var filtersBase = true
  /// The layers above it, bottom first.
  var over: [Frame.Layer] = []

  /// Returns the frame; its number is 0.
  func frame() -> Frame {
    var frame = Frame(
      number: 0, picture: nil,
      viewport: Viewport(
        surface: surface, picture: PixelSize(width: 1, height: 1), scale: 1, origin: .zero,
        isSettled: true),
      magnification: magnification, backdrop: backdrop, overlays: overlays)
    frame.toning = toning
    if let base {
      frame.light = base.light
      frame.picture = base.source
      frame.pictureFrame = base.pictureFrame
      frame.viewport = base.viewport
      frame.levels = base.levels
      frame.filters = filters
      frame.split = split
      frame.fades = fades
      frame.isFiltered = filtersBase
      frame.layers = over
      // An opaque picture hides the checkerboard, and frames without it are cheaper.
      if !base.hasAlpha { frame.backdrop.checker = nil }
    }
    // At whole pixels both pictures stay as sharp as at rest.
    frame.viewport.origin.x += offset.rounded()
    if let beside {
      frame.beside = Frame.Beside(
        picture: beside.source, pictureFrame: beside.pictureFrame, viewport: beside.viewport,
        levels: beside.levels,
        checker: beside.hasAlpha ? backdrop.checker : nil, light: beside.light)
    }
    return frame
  }
}

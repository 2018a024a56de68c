import Filters
import Geometry
import Rendering
import Tiles

/// A frame from the state of a view: it changes nothing, and the same state gives the same frame.
struct FrameComposer {
  /// One picture of a frame.
  struct Layer {
    var source: SourceID
    /// Which of its frames, where it moves.
    var pictureFrame = FrameVersion()
    var viewport: Viewport
    var levels: SourceLevels
    var hasAlpha: Bool
    /// How bright it is, and how its light is encoded.
    var light = PictureLight()
  }

  var surface: PixelSize
  var backdrop: Backdrop
  var magnification: Frame.Magnification
  var toning = Toning()
  var overlays: [Overlay]
  var filters: FilterChain
  var split: Int?
  /// What is shown, its own place moved by `offset` device pixels.
  var base: Layer?
  var offset = 0.0
  /// What is seen beside it.
  var beside: Layer?
  var fades: [TileKey: Double]
  /// Whether filters act on what is shown itself.
  var filtersBase = true
  /// What lies over it, the lowest first.
  var over: [Frame.Layer] = []

  /// The frame, without a number.
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
      // Nothing shines through an opaque picture, and its frames are cheaper without the check.
      if !base.hasAlpha { frame.backdrop.checker = nil }
    }
    // On whole pixels both pictures stay as sharp as they are at rest.
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

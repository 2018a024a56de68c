import Filters
import Geometry
import Tiles

/// Scene description for one frame, without the tiles themselves.
public struct Frame: Hashable, Sendable {
  /// Increases by one with each frame that the window thread requests.
  package var number: UInt64
  /// The picture to draw; `nil` draws only the background.
  package var picture: SourceID?
  /// The animation frame and colour version of the picture.
  package var pictureFrame = FrameVersion()
  /// The view of the picture, with the last surface size that the window thread knows.
  package var viewport: Viewport
  /// The levels of the picture; `nil` for a raster with the default tile shape.
  package var levels: SourceLevels?
  /// How image pixels are magnified beyond 100 %.
  package var magnification: Magnification
  /// The background behind and around the picture.
  package var backdrop: Backdrop
  /// Bitmaps over everything, such as messages; drawn in order.
  package var overlays: [Overlay]
  /// The exposure of the pictures, and the mapping of light above white.
  package var toning = ToneSettings()
  /// The picture's brightness, and the display's encoding of its light.
  package var light = PictureLight()
  /// The filters for the picture, and for layers with `isFiltered`.
  package var filters: FilterChain
  /// True if the filters apply to the picture itself.
  package var isFiltered = true
  /// The left edge of the filtered part, in device pixels; `nil` filters everything.
  package var split: Int?

  /// Translucent pictures over the picture, the lowest first.
  package var layers: [Layer]

  /// Sprites over the picture and its layers, under the overlays.
  package var sprites: SpriteBatch?

  /// The picture beside it, during a slide between two pictures of an album.
  package var beside: Beside?

  /// A small view of a picture over all others, such as a navigator's.
  package var inset: Beside?

  /// A second picture of a frame, which replaces what is below.
  package struct Beside: Hashable, Sendable {
    /// The picture.
    package var picture: SourceID
    /// The animation frame and colour version of the picture.
    package var pictureFrame: FrameVersion
    /// The view of the picture, on the same surface.
    package var viewport: Viewport
    /// The levels of the picture; `nil` for a raster with the default tile shape.
    package var levels: SourceLevels?
    /// The checkerboard behind its translucent pixels, if it has any.
    package var checker: Backdrop.Checker?
    /// The picture's brightness, and the display's encoding of its light.
    package var light: PictureLight

    /// Creates a second picture.
    package init(
      picture: SourceID, pictureFrame: FrameVersion = FrameVersion(), viewport: Viewport,
      levels: SourceLevels? = nil,
      checker: Backdrop.Checker?, light: PictureLight = PictureLight()
    ) {
      self.light = light
      self.pictureFrame = pictureFrame
      self.levels = levels
      self.picture = picture
      self.viewport = viewport
      self.checker = checker
    }
  }
  /// The opacity, 0 to 1, of tiles that are fading in.
  ///
  /// All other tiles are opaque, and so is a fading tile that has nothing else below it.
  package var fades: [TileKey: Double]

  /// How image pixels are magnified beyond 100 %.
  public enum Magnification: Hashable, Sendable {
    /// Smooth up to 200 %, crisp pixels beyond.
    case automatic
    /// Always bilinear.
    case smooth
    /// Always whole pixels.
    case crisp

    /// True if pixels are shown as squares at a scale in device pixels per unit.
    ///
    /// `largestScale` is the scale of the source's finest level.
    public func isCrisp(at scale: Double, largestScale: Double) -> Bool {
      switch self {
      case .smooth: false
      case .crisp: scale > largestScale
      // Below this, the slight blur is not noticeable; beyond it, blur looks like a bad picture.
      case .automatic: scale >= 2 * largestScale
      }
    }
  }

  /// Creates a frame.
  package init(
    number: UInt64, picture: SourceID?, viewport: Viewport, levels: SourceLevels? = nil,
    magnification: Magnification = .automatic, backdrop: Backdrop = Backdrop(),
    overlays: [Overlay] = [], filters: FilterChain = FilterChain(), split: Int? = nil,
    layers: [Layer] = [], beside: Beside? = nil, fades: [TileKey: Double] = [:]
  ) {
    self.number = number
    self.picture = picture
    self.viewport = viewport
    self.levels = levels
    self.magnification = magnification
    self.backdrop = backdrop
    self.overlays = overlays
    self.filters = filters
    self.split = split
    self.layers = layers
    self.beside = beside
    self.fades = fades
  }
}

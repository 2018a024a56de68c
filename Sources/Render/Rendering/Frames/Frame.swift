import Filters
import Geometry
import Tiles

/// Everything that one picture on the screen is drawn from, but for the tiles themselves.
public struct Frame: Hashable, Sendable {
  /// Rises by one with each frame that the window thread asks for.
  package var number: UInt64
  /// The picture to draw, or `nil` for the background alone.
  package var picture: SourceID?
  /// Which of the picture's own frames, where it moves.
  package var pictureFrame = FrameVersion()
  /// Which part of it; its surface is what the window thread last knew.
  package var viewport: Viewport
  /// The levels of the picture; `nil` for those of a raster in tiles of the usual shape.
  package var levels: SourceLevels?
  /// How image pixels are magnified beyond 100 %.
  package var magnification: Magnification
  /// What stands behind and around the picture.
  package var backdrop: Backdrop
  /// Small pictures over everything, such as sentences; drawn in order.
  package var overlays: [Overlay]
  /// How the pictures are exposed, and what is brighter than white is shown.
  package var toning = Toning()
  /// How bright the picture is, and how its light is encoded.
  package var light = PictureLight()
  /// What is done to the colours of the picture, and of the layers that say so.
  package var filters: FilterChain
  /// Whether the filters act on the picture itself.
  package var isFiltered = true
  /// Where the filtered part begins, in device pixels from the left; `nil` filters everything.
  package var split: Int?

  /// Translucent pictures over the picture, the lowest first.
  package var layers: [Layer]

  /// Sprites over the picture and its layers, under the overlays; `nil` for none.
  package var sprites: SpriteBatch?

  /// The picture beside it, while one of an album slides in and the other out.
  package var beside: Beside?

  /// A second picture of a frame; it never lies over the first.
  package struct Beside: Hashable, Sendable {
    /// The picture.
    package var picture: SourceID
    /// Which of its own frames, where it moves.
    package var pictureFrame: FrameVersion
    /// Which part of it, on the same surface.
    package var viewport: Viewport
    /// Its levels, as the frame's own.
    package var levels: SourceLevels?
    /// Whether something can shine through it.
    package var checker: Backdrop.Checker?
    /// How bright it is, and how its light is encoded.
    package var light: PictureLight

    /// A second picture.
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
  /// Tiles that are only partly seen yet: how much of each is, 0 to 1, over what else there is.
  ///
  /// A tile that is not named is seen wholly. Where nothing else is there, one that is named is
  /// too.
  package var fades: [TileKey: Double]

  /// How image pixels are magnified beyond 100 %.
  public enum Magnification: Hashable, Sendable {
    /// Smooth up to 200 %, crisp pixels from there on.
    case automatic
    /// Always bilinear.
    case smooth
    /// Always whole pixels.
    case crisp

    /// Whether pixels are seen whole at a scale, in device pixels per unit; `largestScale` is that
    /// of the finest level there is.
    public func isCrisp(at scale: Double, largestScale: Double) -> Bool {
      switch self {
      case .smooth: false
      case .crisp: scale > largestScale
      // Up to here pixels blur a little and nobody minds; beyond, blur looks like a bad picture.
      case .automatic: scale >= 2 * largestScale
      }
    }
  }

  /// A frame with all its parts given.
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

import DecoderProtocol
import Decoding
import Filters
import Zooming

/// Everything that one picture on the screen is drawn from, but for the tiles themselves.
public struct Frame: Hashable, Sendable {
  /// Rises by one with each frame that the window thread asks for.
  public var number: UInt64
  /// The picture to draw, or `nil` for the background alone.
  public var picture: PictureID?
  /// Which part of it; its surface is what the window thread last knew.
  public var viewport: Viewport
  /// How image pixels are magnified beyond 100 %.
  public var magnification: Magnification
  /// What stands behind and around the picture.
  public var backdrop: Backdrop
  /// Small pictures over everything, such as sentences; drawn in order.
  public var overlays: [Overlay]
  /// What is done to the picture's colours.
  public var filters: FilterChain
  /// Where the filtered part begins, in device pixels from the left; `nil` filters everything.
  public var split: Int?

  /// Tiles that are only partly seen yet: how much of each is, 0 to 1, over what else there is.
  ///
  /// A tile that is not named is seen wholly. Where nothing else is there, one that is named is too.
  public var fades: [TileKey: Double]

  /// How image pixels are magnified beyond 100 %.
  public enum Magnification: Hashable, Sendable {
    /// Smooth up to 200 %, crisp pixels from there on.
    case automatic
    /// Always bilinear.
    case smooth
    /// Always whole pixels.
    case crisp
  }

  /// A frame with all its parts given.
  public init(
    number: UInt64, picture: PictureID?, viewport: Viewport,
    magnification: Magnification = .automatic, backdrop: Backdrop = Backdrop(),
    overlays: [Overlay] = [], filters: FilterChain = FilterChain(), split: Int? = nil,
    fades: [TileKey: Double] = [:]
  ) {
    self.number = number
    self.picture = picture
    self.viewport = viewport
    self.magnification = magnification
    self.backdrop = backdrop
    self.overlays = overlays
    self.filters = filters
    self.split = split
    self.fades = fades
  }
}

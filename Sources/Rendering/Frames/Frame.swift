import DecoderProtocol
import Decoding
import Geometry
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
    overlays: [Overlay] = []
  ) {
    self.number = number
    self.picture = picture
    self.viewport = viewport
    self.magnification = magnification
    self.backdrop = backdrop
    self.overlays = overlays
  }
}

/// What stands behind and around the picture.
public struct Backdrop: Hashable, Sendable {
  /// An opaque colour, 8 bits a channel in the display's own encoding.
  public struct Color: Hashable, Sendable {
    /// Red.
    public var red: UInt8
    /// Green.
    public var green: UInt8
    /// Blue.
    public var blue: UInt8

    /// A colour of its three channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The colour around the picture.
  public var surround: Color
  /// The two colours of the checkerboard behind transparent pixels; `nil` leaves them transparent,
  /// as `fresnel render` does.
  public var checker: Checker?

  /// A checkerboard, fixed to the surface's top left corner.
  public struct Checker: Hashable, Sendable {
    /// The colour of the field in the corner.
    public var first: Color
    /// The other colour.
    public var second: Color
    /// The edge of a field, in device pixels.
    public var edge: Int

    /// A checkerboard of two colours.
    public init(first: Color, second: Color, edge: Int) {
      self.first = first
      self.second = second
      self.edge = edge
    }
  }

  /// A neutral dark grey around the picture, mid greys behind it.
  public init(
    surround: Color = Color(red: 32, green: 32, blue: 32),
    checker: Checker? = Checker(
      first: Color(red: 102, green: 102, blue: 102),
      second: Color(red: 153, green: 153, blue: 153), edge: 8)
  ) {
    self.surround = surround
    self.checker = checker
  }
}

/// A small picture drawn over everything.
public struct Overlay: Hashable, Sendable {
  /// Where its top left corner lies, in device pixels of the surface.
  public var position: PixelRect
  /// Which bitmap; bitmaps are handed to the renderer ahead of the frame that names them.
  public var bitmap: UInt64

  /// A bitmap at a place.
  public init(position: PixelRect, bitmap: UInt64) {
    self.position = position
    self.bitmap = bitmap
  }
}

import Geometry

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

/// The pixels of an overlay: premultiplied RGBA, 8 bits a channel, rows without padding.
public struct OverlayBitmap: Hashable, Sendable {
  /// Its size.
  public let size: PixelSize
  /// Its bytes, top row first.
  public let pixels: [UInt8]

  /// A bitmap of as many bytes as its size asks for; `nil` where they do not match.
  public init?(size: PixelSize, pixels: [UInt8]) {
    guard !size.isEmpty, let area = size.area, pixels.count == area * 4 else { return nil }
    self.size = size
    self.pixels = pixels
  }
}

/// What stands behind and around the picture.
public struct Backdrop: Hashable, Sendable {
  /// The colour around the picture.
  public var surround: OpaqueColor
  /// The two colours of the checkerboard behind transparent pixels; `nil` leaves them transparent,
  /// as `fresnel render` does.
  public var checker: Checker?

  /// A checkerboard, fixed to the surface's top left corner.
  public struct Checker: Hashable, Sendable {
    /// The colour of the field in the corner.
    public var first: OpaqueColor
    /// The other colour.
    public var second: OpaqueColor
    /// The edge of a field, in device pixels.
    public var edge: Int

    /// A checkerboard of two colours.
    public init(first: OpaqueColor, second: OpaqueColor, edge: Int) {
      self.first = first
      self.second = second
      self.edge = edge
    }
  }

  /// A neutral dark grey around the picture, mid greys behind it.
  public init(
    surround: OpaqueColor = OpaqueColor(red: 32, green: 32, blue: 32),
    checker: Checker? = Checker(
      first: OpaqueColor(red: 102, green: 102, blue: 102),
      second: OpaqueColor(red: 153, green: 153, blue: 153), edge: 8)
  ) {
    self.surround = surround
    self.checker = checker
  }
}

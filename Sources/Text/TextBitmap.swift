import Geometry

/// A small picture to lay over the view: premultiplied RGBA, 8 bits a channel, no padding.
public struct TextBitmap: Hashable, Sendable {
  /// Columns and rows, in device pixels.
  public let size: PixelSize
  /// The rows from top to bottom, four bytes a pixel.
  public let pixels: [UInt8]

  /// A bitmap of finished pixels, of which there must be as many as the size says.
  public init(size: PixelSize, pixels: [UInt8]) {
    precondition(checkedProduct(size.width, size.height, 4) == pixels.count)
    self.size = size
    self.pixels = pixels
  }
}

/// What became of a `TextRequest` or a `DrawingRequest`.
public struct TextAnswer: Hashable, Sendable {
  /// The request's name.
  public let id: UInt64
  /// The pixels, or `nil` where text can't be drawn on this machine or there was nothing to draw.
  public let bitmap: TextBitmap?

  /// An answer to the request of that name.
  public init(id: UInt64, bitmap: TextBitmap?) {
    self.id = id
    self.bitmap = bitmap
  }
}

import Geometry

/// A small picture to lay over the view: premultiplied RGBA, 8 bits a channel, no padding.
package struct TextBitmap: Hashable, Sendable {
  /// Columns and rows, in device pixels.
  package let size: PixelSize
  /// The rows from top to bottom, four bytes a pixel.
  package let pixels: [UInt8]

  /// A bitmap of finished pixels, of which there must be as many as the size says.
  package init(size: PixelSize, pixels: [UInt8]) {
    precondition(checkedProduct(size.width, size.height, 4) == pixels.count)
    self.size = size
    self.pixels = pixels
  }
}

/// What became of a `TextRequest` or a `DrawingRequest`.
package struct TextAnswer: Hashable, Sendable {
  /// The request's name.
  package let id: UInt64
  /// The pixels, or `nil` where text can't be drawn on this machine or there was nothing to draw.
  package let bitmap: TextBitmap?

  /// An answer to the request of that name.
  package init(id: UInt64, bitmap: TextBitmap?) {
    self.id = id
    self.bitmap = bitmap
  }
}

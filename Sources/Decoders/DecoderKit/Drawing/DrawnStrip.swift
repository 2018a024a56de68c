import Geometry

/// An area of a level, and the memory that it is drawn into.
package struct DrawnStrip {
  /// The size of the whole document at this level, in pixels.
  package let level: PixelSize
  /// The pixels of the level that are drawn; all lie inside it.
  package let area: PixelRect
  /// Rows from the top of 32-bit numbers 0xAARRGGBB, premultiplied, in sRGB: cairo's ARGB32.
  ///
  /// It begins transparent, with no padding between rows.
  package let pixels: UnsafeMutablePointer<UInt32>

  /// An area of a level, and memory for it, which must stay while it is drawn.
  package init(level: PixelSize, area: PixelRect, pixels: UnsafeMutablePointer<UInt32>) {
    self.level = level
    self.area = area
    self.pixels = pixels
  }

  /// The bytes from one row to the next.
  package var stride: Int { area.width * 4 }
}

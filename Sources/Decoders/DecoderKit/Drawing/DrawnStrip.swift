import Geometry

/// An area of a level, and the memory to draw it into.
package struct DrawnStrip {
  /// The size of the whole document at this level, in pixels.
  package let level: PixelSize
  /// The pixels of the level to draw; all lie inside it.
  package let area: PixelRect
  /// Rows from the top of 32-bit 0xAARRGGBB values, premultiplied, in sRGB: cairo's ARGB32.
  ///
  /// The memory starts transparent, without padding between rows.
  package let pixels: UnsafeMutablePointer<UInt32>

  /// An area of a level, and memory that must stay valid while it is drawn.
  package init(level: PixelSize, area: PixelRect, pixels: UnsafeMutablePointer<UInt32>) {
    self.level = level
    self.area = area
    self.pixels = pixels
  }

  /// The distance between rows in bytes.
  package var stride: Int { area.width * 4 }
}

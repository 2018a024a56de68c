import Geometry

/// Memory that the software renderer draws on, lent for the length of a call.
package struct SurfacePixels {
  /// How the four bytes of a pixel lie in memory.
  package enum Order: Hashable, Sendable {
    /// Blue, green, red, and a byte that is always 255: what X servers take.
    case bgrx
    /// Red, green, blue, alpha, premultiplied: what files are written from.
    case rgba
  }

  /// The first pixel of the first row.
  package let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  package let stride: Int
  /// Columns and rows.
  package let size: PixelSize
  /// How the bytes lie.
  package let order: Order

  /// Memory of `stride` × rows bytes, aligned to four.
  package init(
    base: UnsafeMutableRawPointer, stride: Int, size: PixelSize, order: Order = .bgrx
  ) {
    precondition(stride >= size.width * 4 && stride % 4 == 0)
    self.base = base
    self.stride = stride
    self.size = size
    self.order = order
  }

  /// Some of its rows.
  func rows(_ rows: Range<Int>) -> SurfacePixels {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height)
    return SurfacePixels(
      base: base + rows.lowerBound * stride, stride: stride,
      size: PixelSize(width: size.width, height: rows.count), order: order)
  }

  /// The first pixel of a row.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    (base + y * stride).assumingMemoryBound(to: UInt32.self)
  }
}

/// A window that takes pixels drawn by the processor; called on the render thread only.
package protocol PixelSink: AnyObject, Sendable {
  /// The window's size now; `nil` where it is gone.
  func currentSize() -> PixelSize?

  /// Lends memory for so many pixels, has it filled, and puts it into the window.
  ///
  /// It returns once the memory may be drawn on again, and answers whether the window took it.
  func put(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool
}

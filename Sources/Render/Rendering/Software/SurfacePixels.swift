import Geometry

/// The memory that the software renderer draws on, valid for the length of a call.
package struct SurfacePixels {
  /// The byte order of a pixel.
  package enum Order: Hashable, Sendable {
    /// Blue, green, red, and a byte that is always 255: the order of X servers.
    case bgrx
    /// Red, green, blue, alpha, premultiplied: the order for writing files.
    case rgba
  }

  /// The first pixel of the first row.
  package let base: UnsafeMutableRawPointer
  /// The distance between two rows in bytes.
  package let stride: Int
  /// The size in pixels.
  package let size: PixelSize
  /// The byte order of a pixel.
  package let order: Order

  /// Creates a surface in memory of `stride` × rows bytes, aligned to four.
  package init(
    base: UnsafeMutableRawPointer, stride: Int, size: PixelSize, order: Order = .bgrx
  ) {
    precondition(stride >= size.width * 4 && stride % 4 == 0)
    self.base = base
    self.stride = stride
    self.size = size
    self.order = order
  }

  /// Returns some of the rows.
  func rows(_ rows: Range<Int>) -> SurfacePixels {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height)
    return SurfacePixels(
      base: base + rows.lowerBound * stride, stride: stride,
      size: PixelSize(width: size.width, height: rows.count), order: order)
  }

  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    (base + y * stride).assumingMemoryBound(to: UInt32.self)
  }
}

/// A window that takes pixels drawn in software; called on the render thread only.
package protocol PixelSink: AnyObject, Sendable {
  /// Returns the window's current size; `nil` if it is gone.
  func currentSize() -> PixelSize?

  /// Lets `draw` fill memory of a size, and puts that into the window.
  ///
  /// Returns once the memory may be reused, with false if the window is gone.
  func put(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool
}

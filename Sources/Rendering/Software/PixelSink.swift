import Geometry

/// A window that takes pixels drawn by the processor; called on the render thread only.
package protocol PixelSink: AnyObject, Sendable {
  /// The window's size now; `nil` where it is gone.
  func currentSize() -> PixelSize?

  /// Lends memory for so many pixels, has it filled, and puts it into the window.
  ///
  /// It returns once the memory may be drawn on again, and answers whether the window took it.
  func put(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool
}

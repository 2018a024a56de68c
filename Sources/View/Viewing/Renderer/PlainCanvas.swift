import Geometry
import Rendering

/// A surface that the view's own thread paints until the renderer takes over: a window, through
/// plain X11.
package protocol PlainCanvas: AnyObject {
  /// True if it can be painted: its window is on the screen.
  var isReady: Bool { get }

  /// True until the last painting is known to be on the screen; its end wakes the thread.
  var isBusy: Bool { get }

  /// Paints the parts in bands of rows, each with its own memory, and shows them with their
  /// surround without waiting for the last one; returns false if it could not.
  ///
  /// Only `rows` of the surface are drawn, and rows above them that were painted and lost since. A
  /// painting may take several calls; the first begins with row 0.
  func paint(
    _ parts: PaintedParts, rows: Range<Int>, _ draw: (SurfacePixels, PixelRect) -> Void
  ) -> Bool

  /// Ends painting and releases its memory.
  func end()
}

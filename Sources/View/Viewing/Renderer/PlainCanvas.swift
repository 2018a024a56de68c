import Geometry
import Rendering

/// What the view's own thread paints on until the renderer draws: a window, by plain X11.
package protocol PlainCanvas: AnyObject {
  /// Whether it can be painted on now: it is on the screen.
  var isReady: Bool { get }

  /// Whether the last painting is not known to be on the screen yet; its end wakes the thread.
  var isBusy: Bool { get }

  /// Has the parts drawn, in bands of rows with memory of their own, and puts them on the screen
  /// with their surround, without waiting for the last one; whether it could.
  ///
  /// Only what lies in `rows` of the surface is drawn, and what was painted above and has been lost
  /// since: a painting may come in several calls, of which the first begins with row 0.
  func paint(
    _ parts: PaintedParts, rows: Range<Int>, _ draw: (SurfacePixels, PixelRect) -> Void
  ) -> Bool

  /// Nothing is painted any more: gives its memory back.
  func end()
}

import Geometry
import Rendering
import Windowing

/// The window as the software presenter's sink, over a connection of its own.
///
/// An Xlib connection belongs to one thread, so the render thread opens this one when it first
/// paints.
package final class WindowSink: PixelSink {
  private let window: UInt
  private let displayName: String?
  // Only the render thread calls a sink, as `PixelSink` promises, and only it uses these.
  private nonisolated(unsafe) var display: DisplayConnection?
  private nonisolated(unsafe) var painter: WindowPainter?

  /// Creates a sink for a window of any connection, on a named display or the one in `DISPLAY`.
  package init(window: UInt, display: String? = nil) {
    self.window = window
    displayName = display
  }

  /// Returns the window's current size; `nil` if it is gone.
  package func currentSize() -> PixelSize? { connection()?.size(ofWindow: window) }

  /// Draws pixels of a size and puts them into the window; returns false if that failed.
  package func put(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool {
    guard let display = connection() else { return false }
    if painter?.size != size {
      painter = nil
      painter = try? WindowPainter(display: display, window: window, size: size)
    }
    guard let painter else { return false }
    painter.paint(draw)
    return painter.waitUntilDone()
  }

  private func connection() -> DisplayConnection? {
    if display == nil { display = try? DisplayConnection(name: displayName) }
    return display
  }
}

import Geometry
import Rendering
import Windowing

/// Where the software presenter puts its pixels: the window, over a connection of its own.
///
/// Xlib's connections belong to one thread each, so this one is opened by the render thread the
/// first time that it paints.
package final class WindowSink: PixelSink {
  private let window: UInt
  private let displayName: String?
  // Only the render thread calls a sink, as `PixelSink` promises, and it alone touches these.
  private nonisolated(unsafe) var display: DisplayConnection?
  private nonisolated(unsafe) var painter: WindowPainter?

  /// A sink of a window that any connection has made, on a display or on the one that `DISPLAY` names.
  package init(window: UInt, display: String? = nil) {
    self.window = window
    displayName = display
  }

  /// The window's size now; `nil` where it is gone.
  package func currentSize() -> PixelSize? { connection()?.size(ofWindow: window) }

  /// Has so many pixels drawn and puts them into the window; whether it took them.
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

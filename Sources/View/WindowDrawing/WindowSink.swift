import Geometry
import Platform
import Rendering
import Viewing
import Windowing

/// What draws a window: its canvas until drivers have started, and its renderer.
package struct WindowDrawing {
  /// What the view's thread paints on meanwhile.
  package let canvas: WindowCanvas
  /// What the view gives its frames to.
  package let renderer: RendererLink

  /// The drawing of a window, on the display of its connection's name; `nil` is what `DISPLAY`
  /// names.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  package init(_ window: Window, display name: String? = nil, usesGL: Bool = true) throws(Errno) {
    canvas = WindowCanvas(display: window.display, window: window.id)
    var configuration = RenderConfiguration(
      target: .window(display: name, window: window.id, visual: window.visualID),
      sink: WindowSink(window: window.id, display: name), usesGL: usesGL)
    configuration.isHosted = window.isHosted
    configuration.isDeep = window.isDeep
    renderer = try RendererLink(configuration: configuration, canvas: canvas)
  }
}

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

  /// A sink of a window that any connection has made, on a display or on the one that `DISPLAY`
  /// names.
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

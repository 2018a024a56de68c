import Geometry
import Rendering
import Viewing
import Windowing

/// The window as the window thread paints it, through shared memory, until the renderer draws.
final class WindowCanvas: PlainCanvas {
  private let display: DisplayConnection
  private let window: UInt
  private var painter: WindowPainter?
  /// Whether the server has shown the window: what is painted before is lost.
  private var isExposed = false

  init(display: DisplayConnection, window: UInt) {
    self.display = display
    self.window = window
  }

  var isReady: Bool { isExposed && !display.isLost }
  var isBusy: Bool { painter?.isBusy ?? false }

  func paint(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool {
    if painter?.size != size {
      painter = nil
      painter = try? WindowPainter(display: display, window: window, size: size)
    }
    painter?.paint(draw)
    return painter != nil
  }

  /// The server has lost some of the window; whether its pixels are still here to be put again.
  func exposed(size: PixelSize) -> Bool {
    isExposed = true
    guard let painter, painter.size == size else { return false }
    painter.repaint()
    return true
  }

  func end() { painter = nil }
}

extension WindowPainter {
  /// Has the pixels drawn and puts them on the window; the last painting is waited for first.
  func paint(_ draw: (SurfacePixels) -> Void) {
    paint { pixels, stride in
      guard let base = pixels.baseAddress else { return }
      draw(SurfacePixels(base: base, stride: stride, size: size))
    }
  }
}

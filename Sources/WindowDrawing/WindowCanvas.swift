import Geometry
import Rendering
import Viewing
import Windowing

/// A window as the view's own thread paints it, through shared memory, until the renderer draws.
package final class WindowCanvas: PlainCanvas {
  private let display: DisplayConnection
  private let window: UInt
  private var painter: WindowPainter?
  /// Whether the server has shown the window: what is painted before is lost.
  private var isExposed = false
  /// Whether the painter holds what was painted last.
  private var hasPixels = false
  /// Whether the renderer draws: nothing is made ready any more.
  private var isOver = false

  /// A canvas for a window that was made on a connection.
  package init(display: DisplayConnection, window: UInt) {
    self.display = display
    self.window = window
  }

  /// Whether the window is on the screen.
  package var isReady: Bool { isExposed && !display.isLost }
  /// Whether the server still reads the last painting.
  package var isBusy: Bool { painter?.isBusy ?? false }

  /// Has parts of the window drawn and puts them on the screen; whether it could.
  package func paint(
    _ parts: PaintedParts, _ draw: (SurfacePixels, PixelRect) -> Void
  ) -> Bool {
    prepare(parts.size)
    painter?.paint(parts, draw)
    hasPixels = painter != nil
    return hasPixels
  }

  /// The server has lost some of the window; whether its pixels are still here to be put again.
  ///
  /// `expected` is where a picture will be.
  package func exposed(size: PixelSize, expected: PixelRect) -> Bool {
    isExposed = true
    if hasPixels, let painter, painter.size == size {
      painter.repaint()
      return true
    }
    // The first picture will not wait for memory that the server shares.
    if !isOver {
      prepare(size)
      painter?.populate(expected)
    }
    return false
  }

  /// Gives its memory back: somebody else draws.
  package func end() {
    painter = nil
    hasPixels = false
    isOver = true
  }

  /// Sees that there is a painter for a size.
  private func prepare(_ size: PixelSize) {
    guard painter?.size != size else { return }
    painter = nil
    hasPixels = false
    painter = try? WindowPainter(display: display, window: window, size: size)
  }
}

extension WindowPainter {
  /// Has the pixels drawn and puts them on the window; the last painting is waited for first.
  func paint(_ draw: (SurfacePixels) -> Void) {
    paint { pixels, stride in
      guard let base = pixels.baseAddress else { return }
      draw(SurfacePixels(base: base, stride: stride, size: size))
    }
  }

  /// Has parts drawn and puts them on the window, with their surround.
  fileprivate func paint(
    _ parts: PaintedParts, _ draw: (SurfacePixels, PixelRect) -> Void
  ) {
    let around = parts.surround
    let color = UInt32(around.red) << 16 | UInt32(around.green) << 8 | UInt32(around.blue)
    paint(parts: parts.rects, around: color) { pixels, stride in
      guard let base = pixels.baseAddress else { return }
      for part in parts.rects {
        draw(
          SurfacePixels(
            base: base + part.minY * stride + part.minX * 4, stride: stride, size: part.size), part)
      }
    }
  }
}

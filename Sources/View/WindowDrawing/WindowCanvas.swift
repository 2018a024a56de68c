import Geometry
import Rendering
import Viewing
import Windowing

/// A window as the view's own thread paints it, through shared memory, until the renderer draws.
package final class WindowCanvas: PlainCanvas {
  private let display: DisplayConnection
  private let window: UInt
  private var painter: BandPainter?
  /// Whether the server has shown the window: what is painted before is lost.
  private var isExposed = false
  /// Whether something has been painted.
  private var hasPainted = false
  /// The first rows of the last painting that the server has not lost since.
  private var keptRows = 0
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

  /// Has rows of parts of the window drawn and puts them on the screen; whether it could.
  package func paint(
    _ parts: PaintedParts, rows: Range<Int>, _ draw: (SurfacePixels, PixelRect) -> Void
  ) -> Bool {
    prepare(parts.size)
    guard let painter else { return false }
    hasPainted = true
    let rows = min(keptRows, rows.lowerBound)..<rows.upperBound
    keptRows = rows.upperBound
    painter.paint(parts.rects, rows: rows, around: Self.number(of: parts.surround)) {
      (pixels, stride, band) in
      draw(SurfacePixels(base: pixels, stride: stride, size: band.size), band)
    }
    return true
  }

  /// The server has shown the window, or has lost some of it: that has to be painted anew.
  ///
  /// `expected` is where a picture will be, and `surround` what will be around it. Its painting
  /// will not wait for memory then, nor for the server to fill most of a large window around a
  /// small picture, which is decoded soon. Around a large one the screen stays as it is until that
  /// comes.
  package func exposed(size: PixelSize, expected: PixelRect, surround: OpaqueColor) {
    isExposed = true
    keptRows = 0
    guard !isOver else { return }
    prepare(size)
    painter?.populate(for: expected)
    let isSmall = expected.size.width * expected.size.height < size.width * size.height / 2
    if isSmall, !hasPainted { painter?.fill(around: expected, with: Self.number(of: surround)) }
  }

  /// A colour as 0xRRGGBB.
  private static func number(of color: OpaqueColor) -> UInt32 {
    UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  /// Gives its memory back: somebody else draws.
  package func end() {
    painter = nil
    isOver = true
  }

  /// Sees that there is a painter for a size.
  private func prepare(_ size: PixelSize) {
    guard painter?.size != size else { return }
    painter = nil
    keptRows = 0
    painter = try? BandPainter(display: display, window: window, size: size)
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
}

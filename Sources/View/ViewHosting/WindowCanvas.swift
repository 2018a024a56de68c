import Geometry
import Rendering
import Viewing
import Windowing

/// The window as painted by the view's thread, through shared memory, until the renderer draws.
package final class WindowCanvas: PlainCanvas {
  private let display: DisplayConnection
  private let window: UInt
  private var painter: BandPainter?
  /// True once the server has shown the window; anything painted before is lost.
  private var isExposed = false
  /// True once something has been painted.
  private var hasPainted = false
  /// The number of leading rows of the last painting that the server still has.
  private var keptRows = 0
  /// True once the renderer draws; nothing is prepared any more.
  private var isOver = false

  /// Creates a canvas for a window on its own connection.
  package init(display: DisplayConnection, window: UInt) {
    self.display = display
    self.window = window
  }

  /// True once the window is on the screen.
  package var isReady: Bool { isExposed && !display.isLost }
  /// True while the server reads the last painting.
  package var isBusy: Bool { painter?.isBusy ?? false }

  /// Draws rows of parts of the window and puts them on the screen; returns false on failure.
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

  /// Prepares for painting after the server has shown the window or lost some of its pixels.
  ///
  /// `expected` is where a picture will be, and `surround` the colour around it. Memory for the
  /// picture is allocated ahead. The server fills the surroundings ahead if the picture covers less
  /// than half of the window, since it will be decoded soon. Around a larger picture the screen
  /// stays unchanged until that arrives.
  package func exposed(size: PixelSize, expected: PixelRect, surround: OpaqueColor) {
    isExposed = true
    keptRows = 0
    guard !isOver else { return }
    prepare(size)
    painter?.populate(for: expected)
    let isSmall = expected.size.width * expected.size.height < size.width * size.height / 2
    if isSmall, !hasPainted { painter?.fill(around: expected, with: Self.number(of: surround)) }
  }

  /// Returns a colour as 0xRRGGBB.
  private static func number(of color: OpaqueColor) -> UInt32 {
    UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  /// Frees the memory once the renderer draws.
  package func end() {
    painter = nil
    isOver = true
  }

  /// Creates a painter if there is none for a size.
  private func prepare(_ size: PixelSize) {
    guard painter?.size != size else { return }
    painter = nil
    keptRows = 0
    painter = try? BandPainter(display: display, window: window, size: size)
  }
}

extension WindowPainter {
  /// Draws all pixels and puts them on the window, after waiting for the last painting.
  func paint(_ draw: (SurfacePixels) -> Void) {
    paint { pixels, stride in
      guard let base = pixels.baseAddress else { return }
      draw(SurfacePixels(base: base, stride: stride, size: size))
    }
  }
}

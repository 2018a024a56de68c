import Geometry
import Rendering
import Viewing

/// The bitmaps that parts share, and the IDs of all of them; overlays of programs use smaller ones.
///
/// Plain rectangles are one pixel that is stretched, so they are sharp at any size.
enum PartBitmap {
  static let white = UInt64.max - 16
  static let black = UInt64.max - 17
  static let scaleLabel = UInt64.max - 18
  static let readout = UInt64.max - 19

  /// Passes the plain colours to a view's renderer.
  static func show(in view: TiledView) {
    let pixel = PixelSize(width: 1, height: 1)
    view.setOverlay(white, bitmap: OverlayBitmap(size: pixel, pixels: [255, 255, 255, 255]))
    view.setOverlay(black, bitmap: OverlayBitmap(size: pixel, pixels: [0, 0, 0, 255]))
  }

  /// Returns the four sides of a rectangle, inside of it.
  static func outline(_ rect: PixelRect, line: Int, bitmap: UInt64) -> [Overlay] {
    var (top, bottom, left, right) = (rect, rect, rect, rect)
    top.maxY = min(rect.maxY, rect.minY + line)
    bottom.minY = max(top.maxY, rect.maxY - line)
    left.maxX = min(rect.maxX, rect.minX + line)
    right.minX = max(left.maxX, rect.maxX - line)
    return [top, bottom, left, right].map { Overlay(position: $0, bitmap: bitmap) }
  }
}

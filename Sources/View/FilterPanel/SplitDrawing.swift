import Controls
import Geometry
import Text

/// The split line between before and after, with a handle at its centre.
struct SplitDrawing {
  let scale: Double

  /// The maximum distance from the line at which it can be grabbed, in device pixels.
  static func grip(scale: Double) -> Double { 8 * scale }

  func drawing(column: Int, surface: PixelSize) -> PanelDrawing {
    let radius = (13 * scale).rounded()
    let thickness = max(1, (2 * scale).rounded())
    let half = Int(radius) + 1
    let position = PixelRect(
      minX: column - half, minY: 0, maxX: column + half, maxY: surface.height)
    let middle = Point(x: Double(half), y: (Double(surface.height) / 2).rounded())
    let height = Double(surface.height)
    // Dark beside light is visible on any picture.
    let line = Rect(
      minX: middle.x - (thickness / 2).rounded(.down), minY: 0,
      maxX: middle.x + (thickness / 2).rounded(.up), maxY: height)
    let shade = Rect(minX: line.minX - 1, minY: 0, maxX: line.maxX + 1, maxY: height)
    let handle = Rect(
      minX: middle.x - radius, minY: middle.y - radius, maxX: middle.x + radius,
      maxY: middle.y + radius)
    var items: [DrawingItem] = [
      .rectangle(shade, PaintColor(white: 0, alpha: 0.35)),
      .rectangle(line, PaintColor(white: 1, alpha: 0.92)),
      .rectangle(handle, radius: radius, PaintColor(white: 0.09, alpha: 0.92)),
      .outline(
        handle, radius: radius, width: max(1, (1.5 * scale).rounded()),
        PaintColor(white: 1, alpha: 0.92)),
    ]
    for side in [-1.0, 1.0] {
      let points = [(3.5, -4.0), (7.0, 0.0), (3.5, 4.0)].map {
        Point(x: middle.x + side * $0.0 * scale, y: middle.y + $0.1 * scale)
      }
      items.append(.line(points, width: 1.75 * scale, PaintColor(white: 0.97)))
    }
    return PanelDrawing(position: position, items: items)
  }
}

import Geometry
import Text

/// Icons drawn as lines; sizes are in units at scale 1.
extension ControlPainter {
  /// Strokes a line through points relative to a centre.
  private mutating func stroke(
    _ points: [(Double, Double)], _ middle: Point, _ color: PaintColor, width: Double = 1.5
  ) {
    let scale = metrics.scale
    items.append(
      .line(
        points.map { Point(x: middle.x + $0.0 * scale, y: middle.y + $0.1 * scale) },
        width: width * scale, color.faded(by: fade)))
  }

  /// A picture in its usual size.
  mutating func paint(_ icon: Icon, _ middle: Point, _ color: PaintColor) {
    switch icon {
    case .cross: crossIcon(middle, 4.5, color)
    case .plus: plusIcon(middle, color)
    case .compare: compareIcon(middle, color)
    case .split: splitIcon(middle, color)
    case .submenu: chevron(middle, quarter: 0, 4, color)
    }
  }

  mutating func crossIcon(_ middle: Point, _ size: Double, _ color: PaintColor) {
    stroke([(-size, -size), (size, size)], middle, color)
    stroke([(-size, size), (size, -size)], middle, color)
  }

  private mutating func plusIcon(_ middle: Point, _ color: PaintColor) {
    stroke([(-5, 0), (5, 0)], middle, color, width: 1.75)
    stroke([(0, -5), (0, 5)], middle, color, width: 1.75)
  }

  mutating func tickIcon(_ middle: Point, _ color: PaintColor) {
    stroke([(-4, 0), (-1.2, 3), (4.2, -3.4)], middle, color, width: 1.75)
  }

  /// An angle that points to a side: 0 is right, then clockwise in quarters.
  mutating func chevron(_ middle: Point, quarter: Int, _ size: Double, _ color: PaintColor) {
    let points = [(-size / 2, -size), (size / 2, 0), (-size / 2, size)]
    let turned = points.map { point -> (Double, Double) in
      switch quarter & 3 {
      case 0: point
      case 1: (point.1, point.0)
      case 2: (-point.0, point.1)
      default: (point.1, -point.0)
      }
    }
    stroke(turned, middle, color)
  }

  /// A disc of which the left half is empty: before and after.
  private mutating func compareIcon(_ middle: Point, _ color: PaintColor) {
    let radius = 7 * metrics.scale
    let disc = Rect(
      minX: middle.x - radius, minY: middle.y - radius, maxX: middle.x + radius,
      maxY: middle.y + radius)
    let half = Rect(minX: middle.x, minY: disc.minY, maxX: disc.maxX, maxY: disc.maxY)
    items.append(.clipped(half, [.rectangle(disc, radius: radius, color)]))
    items.append(.outline(disc, radius: radius, width: 1.5 * metrics.scale, color))
  }

  /// A frame with a line through it.
  private mutating func splitIcon(_ middle: Point, _ color: PaintColor) {
    let (width, height) = (8 * metrics.scale, 6 * metrics.scale)
    let frame = Rect(
      minX: middle.x - width, minY: middle.y - height, maxX: middle.x + width,
      maxY: middle.y + height)
    items.append(
      .outline(frame, radius: 2.5 * metrics.scale, width: 1.5 * metrics.scale, color))
    stroke([(0, -8.5), (0, 8.5)], middle, color)
  }

  mutating func magnifierIcon(_ middle: Point, _ color: PaintColor) {
    let radius = 4.5 * metrics.scale
    let lens = Point(x: middle.x - metrics.scale, y: middle.y - metrics.scale)
    items.append(
      .outline(
        Rect(
          minX: lens.x - radius, minY: lens.y - radius, maxX: lens.x + radius,
          maxY: lens.y + radius), radius: radius, width: 1.5 * metrics.scale, color))
    stroke([(2.4, 2.4), (5.2, 5.2)], middle, color)
  }
}

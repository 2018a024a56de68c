import Geometry
import Glibc
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
    case .previous: chevron(middle, quarter: 2, 5.5, color)
    case .next: chevron(middle, quarter: 0, 5.5, color)
    case .fit: fitIcon(middle, color)
    case .actualSize: ratioIcon(middle, color)
    case .turnRight: turnIcon(middle, color)
    case .play: playIcon(middle, color)
    case .pause:
      for x in [-3.5, 3.5] { stroke([(x, -5), (x, 5)], middle, color, width: 3) }
    case .filters: filtersIcon(middle, color)
    case .fullScreen: corners(middle, outer: 7.5, inner: 3, color)
    case .window: corners(middle, outer: 2.5, inner: 7, color)
    case .menu: for y in [-5.0, 0, 5] { stroke([(-7, y), (7, y)], middle, color) }
    case .magnifier: magnifierIcon(middle, color)
    case .trash: trashIcon(middle, color)
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

  /// A picture in a frame.
  private mutating func fitIcon(_ middle: Point, _ color: PaintColor) {
    func rect(_ width: Double, _ height: Double) -> Rect {
      let (x, y) = (width * metrics.scale, height * metrics.scale)
      return Rect(
        minX: middle.x - x, minY: middle.y - y, maxX: middle.x + x, maxY: middle.y + y)
    }
    let width = 1.5 * metrics.scale
    items.append(
      .outline(rect(8.5, 7), radius: 2.5 * metrics.scale, width: width, color.faded(by: fade)))
    items.append(.rectangle(rect(4.5, 3), radius: metrics.scale, color.faded(by: fade)))
  }

  private mutating func ratioIcon(_ middle: Point, _ color: PaintColor) {
    let half = 14 * metrics.scale
    let rect = Rect(
      minX: middle.x - half, minY: middle.y - half, maxX: middle.x + half, maxY: middle.y + half)
    text(
      "1:1", rect.minX, rect.maxX, rect, metrics.nameSize, color, isBold: true, alignment: .center)
  }

  /// Most of a circle, clockwise, with an arrowhead at its end.
  private mutating func turnIcon(_ middle: Point, _ color: PaintColor) {
    func arm(_ degrees: Double, _ length: Double) -> (x: Double, y: Double) {
      (length * cos(degrees * .pi / 180), length * sin(degrees * .pi / 180))
    }
    let end = 300.0
    let arc = stride(from: 10, through: end, by: 10).map { arm($0, 6.5) }
    stroke(arc.map { ($0.x, $0.y) }, middle, color)
    let tip = arm(end, 6.5)
    // Backwards along the circle, to both sides.
    let sides = [end - 90 + 42, end - 90 - 42].map { arm($0, 5) }
    stroke(
      [
        (tip.x + sides[0].x, tip.y + sides[0].y), tip,
        (tip.x + sides[1].x, tip.y + sides[1].y),
      ], middle, color)
  }

  private mutating func playIcon(_ middle: Point, _ color: PaintColor) {
    let points = [(-4.5, -6.5), (6.5, 0), (-4.5, 6.5)].map {
      Point(x: middle.x + $0.0 * metrics.scale, y: middle.y + $0.1 * metrics.scale)
    }
    items.append(.polygon(points, color.faded(by: fade)))
  }

  /// Three sliders, one above the other.
  private mutating func filtersIcon(_ middle: Point, _ color: PaintColor) {
    let radius = 2.2 * metrics.scale
    for (y, knob) in [(-5.5, 3.0), (0, -3), (5.5, 1.5)] {
      stroke([(-7.5, y), (7.5, y)], middle, color)
      let center = Point(x: middle.x + knob * metrics.scale, y: middle.y + y * metrics.scale)
      items.append(
        .rectangle(
          Rect(
            minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius,
            maxY: center.y + radius), radius: radius, color.faded(by: fade)))
    }
  }

  /// Four corners, whose angles are at `outer` and whose ends are at `inner`.
  private mutating func corners(
    _ middle: Point, outer: Double, inner: Double, _ color: PaintColor
  ) {
    for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
      stroke(
        [(x * outer, y * inner), (x * outer, y * outer), (x * inner, y * outer)], middle, color)
    }
  }

  private mutating func trashIcon(_ middle: Point, _ color: PaintColor) {
    stroke([(-7, -5), (7, -5)], middle, color)
    stroke([(-2.5, -5.5), (-2.5, -7.5), (2.5, -7.5), (2.5, -5.5)], middle, color)
    stroke([(-5.5, -5), (-4.5, 7.5), (4.5, 7.5), (5.5, -5)], middle, color)
    for x in [-1.75, 1.75] { stroke([(x, -2), (x, 4.5)], middle, color) }
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

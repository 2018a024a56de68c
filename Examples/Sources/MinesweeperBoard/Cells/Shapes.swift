import Fresnel
import FresnelDrawing

/// Shapes in a cell of 64 × 64 units.
enum Shapes {
  /// The size of a cell, in units.
  static let cell = 64.0

  static func rect(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> Rect {
    Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  /// Returns a vertical gradient from `top` to `bottom`.
  static func falling(_ top: Double, _ bottom: Double, _ colors: [PaintColor]) -> Paint {
    .gradient(.linear(from: Point(x: 0, y: top), to: Point(x: 0, y: bottom), colors))
  }

  static func rounded(_ rect: Rect, _ radius: Double, _ fill: Paint) -> Drawing.Item {
    var path = Path(fill: fill)
    path.roundedRectangle(rect, radius: radius)
    return .path(path)
  }

  static func circle(_ x: Double, _ y: Double, _ radius: Double, _ fill: Paint) -> Drawing.Item {
    var path = Path(fill: fill)
    path.circle(center: Point(x: x, y: y), radius: radius)
    return .path(path)
  }

  static func line(
    _ points: [(Double, Double)], _ color: PaintColor, _ width: Double
  ) -> Drawing.Item {
    var path = Path(stroke: Stroke(color, width: .units(width), cap: .round, join: .round))
    path.polyline(points.map { Point(x: $0.0, y: $0.1) })
    return .path(path)
  }

  /// Returns text whose glyphs, rather than its baseline, are centred on a point.
  static func text(
    _ string: String, size: Double, x: Double, y: Double, _ color: PaintColor
  ) -> Drawing.Item {
    var run = TextRun(
      string, font: TextRun.Font("DejaVu Sans, sans-serif", weight: .bold), size: size,
      at: Point(x: x, y: y), alignment: .center, color: color)
    let bounds = run.bounds
    run.origin = Point(x: 2 * x - bounds.center.x, y: 2 * y - bounds.center.y)
    return .text(run)
  }
}

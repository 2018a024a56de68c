import Geometry

/// Something drawn over a picture, in the picture's coordinates.
///
/// A stroke in `.pixels` is as wide on the screen at any zoom, one in `.units` grows with the
/// picture.
public struct Shape: Sendable {
  /// What it is made of, the lowest first.
  public var items: [Drawing.Item]

  /// A shape of any paths and texts.
  public init(_ items: [Drawing.Item]) { self.items = items }

  /// A shape of one path.
  public init(_ path: Path) { items = [.path(path)] }

  private static func path(
    fill: Paint? = nil, stroke: Stroke?, _ body: (inout Path) -> Void
  ) -> Shape {
    var path = Path(fill: fill, stroke: stroke)
    body(&path)
    return Shape(path)
  }

  /// A straight line.
  public static func line(from start: Point, to end: Point, stroke: Stroke) -> Shape {
    path(stroke: stroke) { $0.polyline([start, end]) }
  }

  /// Straight lines from point to point.
  public static func polyline(_ points: [Point], stroke: Stroke) -> Shape {
    path(stroke: stroke) { $0.polyline(points) }
  }

  /// An area between straight lines.
  public static func polygon(
    _ points: [Point], fill: Paint? = nil, stroke: Stroke? = nil
  ) -> Shape {
    path(fill: fill, stroke: stroke) { $0.polygon(points) }
  }

  /// A rectangle, with round corners where a radius is given.
  public static func box(
    _ rect: Rect, cornerRadius: Double = 0, fill: Paint? = nil, stroke: Stroke? = nil
  ) -> Shape {
    path(fill: fill, stroke: stroke) { $0.roundedRectangle(rect, radius: cornerRadius) }
  }

  /// A circle.
  public static func circle(
    center: Point, radius: Double, fill: Paint? = nil, stroke: Stroke? = nil
  ) -> Shape {
    path(fill: fill, stroke: stroke) { $0.circle(center: center, radius: radius) }
  }

  /// An ellipse that fills a rectangle.
  public static func ellipse(in rect: Rect, fill: Paint? = nil, stroke: Stroke? = nil) -> Shape {
    path(fill: fill, stroke: stroke) { $0.ellipse(in: rect) }
  }

  /// A line of text, which grows with the picture.
  public static func text(_ run: TextRun) -> Shape { Shape([.text(run)]) }
}

/// A program's own number of a shape.
public struct ShapeID: Hashable, Sendable {
  /// The number.
  public var number: UInt64

  /// A shape's number.
  public init(_ number: UInt64) { self.number = number }
}

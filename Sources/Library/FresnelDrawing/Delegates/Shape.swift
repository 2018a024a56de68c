import Geometry
import Synchronization

/// A shape drawn over a picture, in the picture's coordinates.
///
/// A stroke in `.pixels` has the same width on the screen at any zoom; one in `.units` grows with
/// the picture.
public struct Shape: Sendable {
  /// The items that it consists of, in z-order.
  public var items: [Drawing.Item]

  /// Creates a shape of any paths and texts.
  public init(_ items: [Drawing.Item]) { self.items = items }

  /// Creates a shape of one path.
  public init(_ path: Path) { items = [.path(path)] }

  private static func path(
    fill: Paint? = nil, stroke: Stroke?, _ body: (inout Path) -> Void
  ) -> Shape {
    var path = Path(fill: fill, stroke: stroke)
    body(&path)
    return Shape(path)
  }

  /// Returns a straight line.
  public static func line(from start: Point, to end: Point, stroke: Stroke) -> Shape {
    path(stroke: stroke) { $0.polyline([start, end]) }
  }

  /// Returns straight lines from point to point.
  public static func polyline(_ points: [Point], stroke: Stroke) -> Shape {
    path(stroke: stroke) { $0.polyline(points) }
  }

  /// Returns an area bounded by straight lines.
  public static func polygon(
    _ points: [Point], fill: Paint? = nil, stroke: Stroke? = nil
  ) -> Shape {
    path(fill: fill, stroke: stroke) { $0.polygon(points) }
  }

  /// Returns a rectangle, with rounded corners if `cornerRadius` is not 0.
  public static func box(
    _ rect: Rect, cornerRadius: Double = 0, fill: Paint? = nil, stroke: Stroke? = nil
  ) -> Shape {
    path(fill: fill, stroke: stroke) { $0.roundedRectangle(rect, radius: cornerRadius) }
  }

  /// Returns a circle.
  public static func circle(
    center: Point, radius: Double, fill: Paint? = nil, stroke: Stroke? = nil
  ) -> Shape {
    path(fill: fill, stroke: stroke) { $0.circle(center: center, radius: radius) }
  }

  /// Returns an ellipse that fills a rectangle.
  public static func ellipse(in rect: Rect, fill: Paint? = nil, stroke: Stroke? = nil) -> Shape {
    path(fill: fill, stroke: stroke) { $0.ellipse(in: rect) }
  }

  /// Returns a line of text, which grows with the picture.
  public static func text(_ run: TextRun) -> Shape { Shape([.text(run)]) }
}

/// The identifier that a program gives to a shape.
public struct ShapeID: Hashable, Sendable {
  /// The number.
  public var number: UInt64

  /// Creates an identifier from a number.
  public init(_ number: UInt64) { self.number = number }

  static func next() -> ShapeID {
    ShapeID(counter.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  private static let counter = Atomic<UInt64>(1 << 63)
}

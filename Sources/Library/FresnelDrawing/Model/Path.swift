import Geometry
import Glibc
import Outlines

/// A path of lines and curves, with its fill and stroke.
///
/// It is built from elements in the drawing's units; y points down and angles are in radians,
/// clockwise. Each element begins where the previous one ended.
public struct Path: Hashable, Sendable {
  /// The fill rule for a path that crosses itself.
  public enum FillRule: Hashable, Sendable {
    /// Points around which the path winds more often in one direction than in the other.
    case nonZero
    /// Points from which a ray crosses the path an odd number of times.
    case evenOdd
  }

  /// The fill; `nil` for none.
  public var fill: Paint?
  /// The fill rule.
  public var fillRule: FillRule
  /// The stroke along the path; `nil` for none.
  public var stroke: Stroke?

  var outline = Outline()

  /// Creates an empty path.
  public init(fill: Paint? = nil, fillRule: FillRule = .nonZero, stroke: Stroke? = nil) {
    self.fill = fill
    self.fillRule = fillRule
    self.stroke = stroke
  }

  /// Creates an empty path to be filled with a colour.
  public init(fill: PaintColor, fillRule: FillRule = .nonZero, stroke: Stroke? = nil) {
    self.init(fill: .color(fill), fillRule: fillRule, stroke: stroke)
  }

  /// True if it has no elements.
  public var isEmpty: Bool { outline.verbs.isEmpty }
  /// The number of elements.
  public var elementCount: Int { outline.verbs.count }

  /// The bounding box of everything drawn, in the drawing's units.
  ///
  /// A stroke in pixels counts as a line without width; see `pixelReach`.
  public var bounds: Rect {
    guard case .units = stroke?.width, let stroke else { return outline.bounds }
    return outline.bounds.grown(by: stroke.reach)
  }

  /// How far a stroke in pixels extends beyond the bounds, in pixels of the screen.
  public var pixelReach: Double {
    guard case .pixels = stroke?.width, let stroke else { return 0 }
    return stroke.reach
  }

  // MARK: Elements

  /// Starts a new subpath at a point.
  public mutating func move(to point: Point) { outline.add(.move, point) }

  /// Adds a straight line to a point.
  public mutating func line(to point: Point) {
    guard outline.hasCurrent else { return move(to: point) }
    outline.add(.line, point)
  }

  /// Adds a quadratic Bézier curve to a point.
  public mutating func quadratic(to end: Point, control: Point) {
    if !outline.hasCurrent { move(to: control) }
    outline.addQuadratic(control, end)
  }

  /// Adds a cubic Bézier curve to a point.
  public mutating func cubic(to end: Point, control1: Point, control2: Point) {
    if !outline.hasCurrent { move(to: control1) }
    outline.addCubic(control1, control2, end)
  }

  /// Adds a circular arc from one angle to another, clockwise if the second is larger; a line
  /// connects to its start.
  public mutating func arc(center: Point, radius: Double, from start: Double, to end: Double) {
    arc(center: center, radii: Point(x: radius, y: radius), from: start, to: end)
  }

  /// Adds an arc of an ellipse rotated by an angle; a line connects to its start.
  ///
  /// The angles `start` and `end` are those on the circle before scaling by the radii.
  public mutating func arc(
    center: Point, radii: Point, rotation: Double = 0, from start: Double, to end: Double
  ) {
    let (sine, cosine) = (sin(rotation), cos(rotation))
    outline.addArc(
      Arc(
        center: center, u: Point(x: radii.x * cosine, y: radii.x * sine),
        v: Point(x: -radii.y * sine, y: radii.y * cosine), start: start, sweep: end - start))
  }

  /// Adds an ellipse that fills a rectangle, as a subpath of its own.
  public mutating func ellipse(in rect: Rect) {
    let radii = Point(x: rect.width / 2, y: rect.height / 2)
    let center = rect.center
    move(to: Point(x: center.x + radii.x, y: center.y))
    arc(center: center, radii: radii, from: 0, to: 2 * .pi)
    close()
  }

  /// Adds a circle, as a subpath of its own.
  public mutating func circle(center: Point, radius: Double) {
    ellipse(
      in: Rect(
        minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius,
        maxY: center.y + radius))
  }

  /// Adds a rectangle, as a subpath of its own.
  public mutating func rectangle(_ rect: Rect) {
    polygon([
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ])
  }

  /// Adds a rectangle with rounded corners, as a subpath of its own.
  public mutating func roundedRectangle(_ rect: Rect, radius: Double) {
    let radius = max(0, min(radius, abs(rect.width) / 2, abs(rect.height) / 2))
    guard radius > 0 else { return rectangle(rect) }
    let (left, right) = (rect.minX + radius, rect.maxX - radius)
    let (top, bottom) = (rect.minY + radius, rect.maxY - radius)
    move(to: Point(x: left, y: rect.minY))
    let corners = [(right, top), (right, bottom), (left, bottom), (left, top)]
    for (index, corner) in corners.enumerated() {
      let start = Double(index - 1) * .pi / 2
      arc(
        center: Point(x: corner.0, y: corner.1), radius: radius, from: start, to: start + .pi / 2)
    }
    close()
  }

  /// Adds a closed polygon, as a subpath of its own.
  public mutating func polygon(_ points: [Point]) {
    polyline(points)
    close()
  }

  /// Adds straight lines through points, as a subpath of its own.
  public mutating func polyline(_ points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { line(to: point) }
  }

  /// Closes the subpath with a straight line to its start.
  public mutating func close() { outline.close() }
}

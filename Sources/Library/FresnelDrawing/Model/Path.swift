import Geometry
import Glibc
import Outlines

/// An outline of lines and curves, with what it is filled with and how its line is drawn.
///
/// It is built piece by piece in units of the drawing; y points down and angles are radians,
/// clockwise. A piece without a start begins where the last one ended.
public struct Path: Hashable, Sendable {
  /// Which points lie inside an outline that crosses itself.
  public enum FillRule: Hashable, Sendable {
    /// Those that it runs around more often one way than the other.
    case nonZero
    /// Those from which one crosses it an odd number of times.
    case evenOdd
  }

  /// What is inside; `nil` leaves it empty.
  public var fill: Paint?
  /// Which points are inside.
  public var fillRule: FillRule
  /// The line along the outline; `nil` draws none.
  public var stroke: Stroke?

  var outline = Outline()

  /// An outline without pieces.
  public init(fill: Paint? = nil, fillRule: FillRule = .nonZero, stroke: Stroke? = nil) {
    self.fill = fill
    self.fillRule = fillRule
    self.stroke = stroke
  }

  /// An outline without pieces, filled with a colour.
  public init(fill: PaintColor, fillRule: FillRule = .nonZero, stroke: Stroke? = nil) {
    self.init(fill: .color(fill), fillRule: fillRule, stroke: stroke)
  }

  /// Whether it has no piece.
  public var isEmpty: Bool { outline.verbs.isEmpty }
  /// How many pieces it has.
  public var elementCount: Int { outline.verbs.count }

  /// A box around all that it draws, in units of the drawing.
  ///
  /// A stroke in pixels counts as a line without width; `pixelReach` says how far it goes beyond.
  public var bounds: Rect {
    guard case .units = stroke?.width, let stroke else { return outline.bounds }
    return outline.bounds.grown(by: stroke.reach)
  }

  /// How far a stroke in pixels reaches beyond the bounds, in pixels of the screen.
  public var pixelReach: Double {
    guard case .pixels = stroke?.width, let stroke else { return 0 }
    return stroke.reach
  }

  // MARK: Pieces

  /// Begins a new part of the outline at a point.
  public mutating func move(to point: Point) { outline.add(.move, point) }

  /// A straight line to a point.
  public mutating func line(to point: Point) {
    guard outline.hasCurrent else { return move(to: point) }
    outline.add(.line, point)
  }

  /// A curve to a point that one other point pulls.
  public mutating func quadratic(to end: Point, control: Point) {
    if !outline.hasCurrent { move(to: control) }
    outline.addQuadratic(control, end)
  }

  /// A curve to a point that two other points pull.
  public mutating func cubic(to end: Point, control1: Point, control2: Point) {
    if !outline.hasCurrent { move(to: control1) }
    outline.addCubic(control1, control2, end)
  }

  /// A part of a circle, from one angle to another, clockwise where the second is larger; a line
  /// leads to its start.
  public mutating func arc(center: Point, radius: Double, from start: Double, to end: Double) {
    arc(center: center, radii: Point(x: radius, y: radius), from: start, to: end)
  }

  /// A part of an ellipse that is turned by an angle; a line leads to its start.
  ///
  /// The angles `start` and `end` are those on the circle that it was made of.
  public mutating func arc(
    center: Point, radii: Point, rotation: Double = 0, from start: Double, to end: Double
  ) {
    let (sine, cosine) = (sin(rotation), cos(rotation))
    outline.addArc(
      Arc(
        center: center, u: Point(x: radii.x * cosine, y: radii.x * sine),
        v: Point(x: -radii.y * sine, y: radii.y * cosine), start: start, sweep: end - start))
  }

  /// A whole ellipse that fills a rectangle, as a part of its own.
  public mutating func ellipse(in rect: Rect) {
    let radii = Point(x: rect.width / 2, y: rect.height / 2)
    let center = rect.center
    move(to: Point(x: center.x + radii.x, y: center.y))
    arc(center: center, radii: radii, from: 0, to: 2 * .pi)
    close()
  }

  /// A whole circle, as a part of its own.
  public mutating func circle(center: Point, radius: Double) {
    ellipse(
      in: Rect(
        minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius,
        maxY: center.y + radius))
  }

  /// A rectangle, as a part of its own.
  public mutating func rectangle(_ rect: Rect) {
    polygon([
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ])
  }

  /// A rectangle whose corners are parts of circles, as a part of its own.
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

  /// Straight lines through points and back to the first, as a part of its own.
  public mutating func polygon(_ points: [Point]) {
    polyline(points)
    close()
  }

  /// Straight lines through points, as a part of its own.
  public mutating func polyline(_ points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { line(to: point) }
  }

  /// A straight line back to where the part began.
  public mutating func close() { outline.close() }
}

import Geometry

/// A linear or radial colour gradient.
///
/// Beyond the first and last stops their colours continue. Positions are in the units of the
/// drawing that the gradient belongs to.
public struct Gradient: Hashable, Sendable {
  /// A colour stop.
  public struct Stop: Hashable, Sendable {
    /// The position, from 0 at the start to 1 at the end.
    public var place: Double
    /// The colour.
    public var color: PaintColor

    /// Creates a stop.
    public init(_ place: Double, _ color: PaintColor) {
      self.place = place
      self.color = color
    }
  }

  /// The geometry of a gradient.
  public enum Shape: Hashable, Sendable {
    /// Position 0 is the line through `start`, perpendicular to the direction of `end`, which is at
    /// 1.
    case linear(start: Point, end: Point)
    /// Position 0 is the circle with the inner radius, position 1 that with the outer radius.
    case radial(center: Point, inner: Double, outer: Double)
  }

  /// The geometry.
  public var shape: Shape
  /// The stops in order; without any, nothing is drawn.
  public var stops: [Stop]

  /// Creates a gradient; stops are sorted by position, and positions clamped to between 0 and 1.
  public init(_ shape: Shape, stops: [Stop]) {
    self.shape = shape
    self.stops = stops.enumerated()
      .map { ($0.offset, Stop(min(max($0.element.place, 0), 1), $0.element.color)) }
      .sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }
      .map(\.1)
  }

  /// Returns a gradient of two or more colours, evenly spaced along a line.
  public static func linear(from start: Point, to end: Point, _ colors: [PaintColor]) -> Gradient {
    Gradient(.linear(start: start, end: end), stops: spread(colors))
  }

  /// Returns a gradient of two or more colours, evenly spaced from a centre outwards.
  public static func radial(
    center: Point, inner: Double = 0, radius: Double, _ colors: [PaintColor]
  ) -> Gradient {
    Gradient(.radial(center: center, inner: inner, outer: radius), stops: spread(colors))
  }

  private static func spread(_ colors: [PaintColor]) -> [Stop] {
    let last = Double(max(1, colors.count - 1))
    return colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }
  }

  /// Returns the colour at a position.
  func color(at place: Double) -> PaintColor {
    guard let first = stops.first, let last = stops.last else { return .clear }
    guard place > first.place else { return first.color }
    guard let next = stops.firstIndex(where: { $0.place >= place }), next > 0 else {
      return last.color
    }
    let (low, high) = (stops[next - 1], stops[next])
    guard high.place > low.place else { return high.color }
    return low.color.mixed(
      with: high.color, (place - low.place) / (high.place - low.place))
  }
}

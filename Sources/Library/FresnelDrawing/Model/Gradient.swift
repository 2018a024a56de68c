import Geometry

/// Colours that pass into one another, along a line or from a point outwards.
///
/// Beyond the first stop and the last one their colours go on. Positions are in the units of the
/// drawing that the gradient belongs to.
public struct Gradient: Hashable, Sendable {
  /// A colour at a place of the gradient.
  public struct Stop: Hashable, Sendable {
    /// From 0, the start, to 1, the end.
    public var place: Double
    /// The colour there.
    public var color: PaintColor

    /// A colour at a place.
    public init(_ place: Double, _ color: PaintColor) {
      self.place = place
      self.color = color
    }
  }

  /// How the places lie.
  public enum Shape: Hashable, Sendable {
    /// Place 0 is the line through `start` at a right angle to the way to `end`, which is place 1.
    case linear(start: Point, end: Point)
    /// Place 0 is the circle of the inner radius around the centre, place 1 that of the outer one.
    case radial(center: Point, inner: Double, outer: Double)
  }

  /// How the places lie.
  public var shape: Shape
  /// The colours, in the order of their places; none draws nothing.
  public var stops: [Stop]

  /// A gradient of its parts; stops are put into the order of their places, which are kept between
  /// 0 and 1.
  public init(_ shape: Shape, stops: [Stop]) {
    self.shape = shape
    self.stops = stops.enumerated()
      .map { ($0.offset, Stop(min(max($0.element.place, 0), 1), $0.element.color)) }
      .sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }
      .map(\.1)
  }

  /// Two colours or more, evenly spread along a line.
  public static func linear(from start: Point, to end: Point, _ colors: [PaintColor]) -> Gradient {
    Gradient(.linear(start: start, end: end), stops: spread(colors))
  }

  /// Two colours or more, evenly spread from a point outwards.
  public static func radial(
    center: Point, inner: Double = 0, radius: Double, _ colors: [PaintColor]
  ) -> Gradient {
    Gradient(.radial(center: center, inner: inner, outer: radius), stops: spread(colors))
  }

  private static func spread(_ colors: [PaintColor]) -> [Stop] {
    let last = Double(max(1, colors.count - 1))
    return colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }
  }

  /// The colour at a place.
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

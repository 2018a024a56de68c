import Geometry

/// A click that the next press may turn into a double-click.
struct Click: Sendable {
  var position: Point
  /// The time of the press.
  var time: Double
}

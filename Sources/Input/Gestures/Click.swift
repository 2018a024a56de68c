import Geometry

/// A click that the next press may make a double-click.
struct Click: Sendable {
  /// Where.
  var position: Point
  /// When the button went down.
  var time: Double
}

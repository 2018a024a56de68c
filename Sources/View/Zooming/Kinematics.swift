import Geometry

/// How a view is shown and moves at a moment, for a new motion to start from.
struct Kinematics: Hashable, Sendable {
  /// Where it was going, unsnapped.
  var target: Placement
  /// The scale now.
  var scale: Double
  /// How fast the scale's logarithm changes.
  var zoomVelocity = 0.0
  /// The unsnapped origin now.
  var origin: Point
  /// How fast that moves.
  var originVelocity = Point.zero
  /// The origin that is shown.
  var shown: Point
  /// How fast the part of it that is added after snapping changes.
  var offsetVelocity = Point.zero
  /// Where steps that cancel out come back to; differs from the target by rounding at most.
  var beginning: Placement?
  /// Where snapping was last taken over.
  var home = Point.zero
}

import Geometry

/// The state of the view at one moment, from which a new motion continues.
struct Kinematics: Hashable, Sendable {
  /// The unsnapped target of the current motion.
  var target: Placement
  /// The current scale.
  var scale: Double
  /// The rate of change of the scale's logarithm, per second.
  var zoomVelocity = 0.0
  /// The current unsnapped origin.
  var origin: Point
  /// The velocity of `origin`, in device pixels per second.
  var originVelocity = Point.zero
  /// The origin as shown.
  var shown: Point
  /// The velocity of the offset that is added after snapping.
  var offsetVelocity = Point.zero
  /// The placement to which steps that cancel out return; differs from `target` by rounding at
  /// most.
  var beginning: Placement?
  /// The anchor at which snapping was last adopted.
  var home = Point.zero
}

import Geometry

/// A press of a pointer button on the picture.
struct Drag: Sendable {
  /// The button's number.
  var button: Int
  /// Where the button was pressed.
  var start: Point
  /// The pointer's last position.
  var last: Point
  /// True once the movement exceeds that of a click.
  var isMoving = false
  /// True for the second press of a double-click, which pans only after a clear movement.
  var isDoubleClick = false
  /// The pointer's velocity.
  var meter = VelocityMeter()
}

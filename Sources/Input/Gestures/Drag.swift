import Geometry

/// A pointer button that is held down on the picture.
struct Drag: Sendable {
  /// Which button.
  var button: Int
  /// Where it went down.
  var start: Point
  /// Where the pointer was last.
  var last: Point
  /// Whether it has moved so far that it is no click any more.
  var isMoving = false
  /// Whether it is the second press of a double-click, which pans only if it really moves.
  var isDoubleClick = false
  /// Its speed.
  var meter = VelocityMeter()
}

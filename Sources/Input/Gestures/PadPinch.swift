import Geometry

/// A pinch on a touchpad that is under way.
struct PadPinch: Sendable {
  /// Where the pointer was when it began: it stands for the point between the fingers.
  let start: Point
  /// The fingers' distance last, relative to the beginning.
  var scale = 1.0
}

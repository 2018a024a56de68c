import Geometry

/// A touchpad pinch in progress.
struct PadPinch: Sendable {
  /// The initial pointer position, which stands for the fingers' midpoint.
  let start: Point
  /// The last finger distance relative to the initial one.
  var scale = 1.0
}

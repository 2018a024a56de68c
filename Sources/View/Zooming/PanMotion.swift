import Geometry

/// A free pan at a constant scale.
struct PanMotion: Hashable, Sendable {
  /// The horizontal axis.
  var x: AxisMotion
  /// The vertical axis.
  var y: AxisMotion
  /// Device pixels per image pixel.
  var scale: Double
  /// True if the picture is drawn on whole device pixels, as sharp as at rest.
  var isWhole: Bool
  /// True if the pan is the inertia of a drag; a key press stops it.
  var isThrown = false

  /// The picture's top left corner in device pixels, not rounded.
  func origin(at now: Double) -> Point {
    Point(x: x.position(at: now), y: y.position(at: now))
  }

  /// The velocity in device pixels per second.
  func velocity(at now: Double) -> Point {
    Point(x: x.velocity(at: now), y: y.velocity(at: now))
  }

  /// The final placement.
  var target: Placement { Placement(scale: scale, origin: Point(x: x.target, y: y.target)) }

  /// True once no later frame differs from the one at rest.
  func isFinished(at now: Double) -> Bool {
    // On whole pixels a quarter is close enough: it rounds to the target.
    let tolerance = isWhole ? 0.25 : 0.01
    return x.isAtRest(at: now, tolerance: tolerance) && y.isAtRest(at: now, tolerance: tolerance)
  }
}

/// The state that a series of resizes and rotations preserves, so that leaving full screen restores
/// the view.
struct KeptCenter: Hashable, Sendable {
  /// The image point in the centre of the view.
  let point: Point
  /// The scale, not limited by the sizes in between.
  let scale: Double
}

import Geometry

/// A picture that pans by itself at a scale that rests.
struct PanMotion: Hashable, Sendable {
  /// Along the rows.
  var x: AxisMotion
  /// Along the columns.
  var y: AxisMotion
  /// Device pixels per image pixel.
  var scale: Double
  /// Whether it is shown on whole device pixels only, as sharp as at rest.
  var isWhole: Bool
  /// Whether fingers have thrown it: then a key stops it.
  var isThrown = false

  /// Where the picture's corner is, not rounded.
  func origin(at now: Double) -> Point {
    Point(x: x.position(at: now), y: y.position(at: now))
  }

  /// How fast it is, in device pixels per second.
  func velocity(at now: Double) -> Point {
    Point(x: x.velocity(at: now), y: y.velocity(at: now))
  }

  /// Where it ends.
  var target: Placement { Placement(scale: scale, origin: Point(x: x.target, y: y.target)) }

  /// Whether no frame will ever differ from the one at rest.
  func isFinished(at now: Double) -> Bool {
    // On whole pixels a quarter is enough: what is left rounds to the end.
    let tolerance = isWhole ? 0.25 : 0.01
    return x.isAtRest(at: now, tolerance: tolerance) && y.isAtRest(at: now, tolerance: tolerance)
  }
}

/// What a row of resizes and turns keeps: so full screen and back is the same view again.
struct KeptCenter: Hashable, Sendable {
  /// The image point in the centre of the view.
  let point: Point
  /// The scale before the limits of other sizes cut it.
  let scale: Double
}

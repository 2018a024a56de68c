import Geometry

/// What a row of resizes and turns keeps: so full screen and back is the same view again.
struct KeptCenter: Hashable, Sendable {
  /// The image point in the centre of the view.
  let point: Point
  /// The scale before the limits of other sizes cut it.
  let scale: Double
}

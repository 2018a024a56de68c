import Geometry
import Glibc

/// A finger that was put down as the second of a double-tap, and zooms while it is dragged.
struct TouchZoom: Sendable {
  /// Its sequence.
  let id: Int
  /// Where it was put down: the point that it zooms about.
  let start: Point
  /// Where, along the columns, zooming began; `nil` while it may still be a double-tap.
  var begin: Double?
  /// What was told last.
  var scale = 1.0
  /// The speed of the scale's logarithm.
  var meter = VelocityMeter()

  /// The scale of a finger at a place, downwards zooming in.
  func scale(at y: Double, doublingDistance: Double) -> Double {
    exp2((y - (begin ?? y)) / doublingDistance)
  }
}

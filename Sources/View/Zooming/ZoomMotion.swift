import Geometry
import Glibc

/// A zoom in progress: a critically damped motion of the scale's logarithm about an anchor.
///
/// The unsnapped origin is c − (c − o)·s(t) / s + R(t), with c the anchor, s and o the target's
/// scale and origin, and R a decaying residual: the unfinished part of an earlier zoom about
/// another point, so that a new zoom never makes the picture jump. What is shown is the snapped
/// origin plus an offset, the fraction of a pixel that ends at the whole pixels of the resting
/// view.
struct ZoomMotion: Hashable, Sendable {
  /// The unsnapped placement at the end.
  let target: Placement
  /// The device point whose image point stays fixed.
  var anchor: Point
  /// The scale's logarithm.
  let zoom: CriticallyDampedSpring
  /// The decaying rest of an earlier motion, per axis.
  let residualX: CriticallyDampedSpring
  let residualY: CriticallyDampedSpring
  /// The offset that is added after snapping, per axis.
  let offsetX: CriticallyDampedSpring
  let offsetY: CriticallyDampedSpring
  /// The scales to which the motion is clamped, even if it overshoots after a change of direction.
  ///
  /// These are the zoom limits, extended to the current scale if a pinch has left it outside.
  let scales: ClosedRange<Double>
  /// The distance from its target at which the scale's logarithm counts as arrived.
  let zoomTolerance: Double

  /// The distance from its target at which a position counts as arrived, in device pixels.
  static let tolerance = 0.01

  func scale(at now: Double) -> Double {
    if zoom.isAtRest(at: now, tolerance: zoomTolerance) { return target.scale }
    return max(scales.lowerBound, min(exp(zoom.position(at: now)), scales.upperBound))
  }

  func origin(at now: Double) -> Point {
    Placement(scale: target.scale, origin: target.origin)
      .scaled(to: scale(at: now), about: anchor).origin
      + Point(x: residualX.position(at: now), y: residualY.position(at: now))
  }

  /// The velocity of the unsnapped origin, in device pixels per second.
  func velocity(at now: Double) -> Point {
    let growth = zoom.velocity(at: now) * scale(at: now) / target.scale
    return (target.origin - anchor) * growth
      + Point(x: residualX.velocity(at: now), y: residualY.velocity(at: now))
  }

  /// The offset from the snapped origin.
  func offset(at now: Double) -> Point {
    Point(x: offsetX.position(at: now), y: offsetY.position(at: now))
  }

  /// The velocity of the offset, in device pixels per second.
  func offsetVelocity(at now: Double) -> Point {
    Point(x: offsetX.velocity(at: now), y: offsetY.velocity(at: now))
  }

  /// The view at a moment, with the surface and the picture of `base`.
  func viewport(at now: Double, base: Viewport) -> Viewport {
    var view = base.placed(Placement(scale: scale(at: now), origin: origin(at: now))).snapped()
    view.origin = view.origin + offset(at: now)
    return view
  }

  /// True once nothing of the motion is visible any more.
  func isFinished(at now: Double) -> Bool {
    zoom.isAtRest(at: now, tolerance: zoomTolerance)
      && [residualX, residualY, offsetX, offsetY].allSatisfy {
        $0.isAtRest(at: now, tolerance: Self.tolerance)
      }
  }
}

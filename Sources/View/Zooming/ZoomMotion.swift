import Geometry
import Glibc

/// A zoom on its way: the scale's logarithm moves critically damped, anchored at a device point.
///
/// The unsnapped origin is c − (c − o)·s(t) / s + R(t), with c the anchor, s and o the target's
/// scale and origin, and R a residual that fades: it carries what an earlier zoom at another place
/// has not finished, so that a new one never makes the picture jump. What is shown is that,
/// snapped, and the offset: the fraction of a pixel that leads to the whole pixels of rest.
struct ZoomMotion: Hashable, Sendable {
  /// Where it ends, unsnapped.
  let target: Placement
  /// The device point whose image point stays.
  var anchor: Point
  /// The logarithm of the scale.
  let zoom: CriticallyDampedSpring
  /// What fades of an earlier motion, along the rows and the columns.
  let residualX: CriticallyDampedSpring
  let residualY: CriticallyDampedSpring
  /// What is added after snapping.
  let offsetX: CriticallyDampedSpring
  let offsetY: CriticallyDampedSpring
  /// Scales that are never passed, not even by a motion that overshoots after it was turned round.
  ///
  /// They are the limits, and further out where fingers have left the picture there.
  let scales: ClosedRange<Double>
  /// How near the logarithm must come to its target to be there.
  let zoomTolerance: Double

  /// How near a device pixel counts as there.
  static let tolerance = 0.01

  /// The scale at a moment.
  func scale(at now: Double) -> Double {
    if zoom.isAtRest(at: now, tolerance: zoomTolerance) { return target.scale }
    return max(scales.lowerBound, min(exp(zoom.position(at: now)), scales.upperBound))
  }

  /// The unsnapped origin at a moment.
  func origin(at now: Double) -> Point {
    Placement(scale: target.scale, origin: target.origin)
      .scaled(to: scale(at: now), about: anchor).origin
      + Point(x: residualX.position(at: now), y: residualY.position(at: now))
  }

  /// How fast the unsnapped origin moves, in device pixels per second.
  func velocity(at now: Double) -> Point {
    let growth = zoom.velocity(at: now) * scale(at: now) / target.scale
    return (target.origin - anchor) * growth
      + Point(x: residualX.velocity(at: now), y: residualY.velocity(at: now))
  }

  /// What is shown beside the snapped origin.
  func offset(at now: Double) -> Point {
    Point(x: offsetX.position(at: now), y: offsetY.position(at: now))
  }

  /// How fast the offset changes.
  func offsetVelocity(at now: Double) -> Point {
    Point(x: offsetX.velocity(at: now), y: offsetY.velocity(at: now))
  }

  /// The view at a moment, on the surface and of the picture that `base` has.
  func viewport(at now: Double, base: Viewport) -> Viewport {
    var view = base.placed(Placement(scale: scale(at: now), origin: origin(at: now))).snapped()
    view.origin = view.origin + offset(at: now)
    return view
  }

  /// Whether nothing that can be seen is left of it.
  func isFinished(at now: Double) -> Bool {
    zoom.isAtRest(at: now, tolerance: zoomTolerance)
      && [residualX, residualY, offsetX, offsetY].allSatisfy {
        $0.isAtRest(at: now, tolerance: Self.tolerance)
      }
  }
}

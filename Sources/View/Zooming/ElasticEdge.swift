import Geometry
import Glibc

/// Rubber-band resistance of a picture that is dragged past its edge.
///
/// An excess x is shown as L·tanh(x / L). The slope is 1 at the edge, so crossing it is not
/// noticeable; it falls as the pull grows, and the overscroll never exceeds L.
struct ElasticEdge: Hashable, Sendable {
  /// The limit L below the range, in device pixels; 0 makes the edge hard.
  var lower: Double
  /// The limit above the range, in device pixels; 0 makes the edge hard.
  var upper: Double

  /// The fraction of the limit to which the inverse is clamped when a picture is caught.
  ///
  /// Near the limit the inverse grows without bound: the finger would have to travel far before the
  /// picture followed it.
  static let catchLimit = 0.99

  /// Creates an edge with the same limit at both ends.
  init(limit: Double) {
    lower = limit
    upper = limit
  }

  /// The limit on the side of an excess.
  func limit(_ excess: Double) -> Double { excess < 0 ? lower : upper }

  /// Returns the overscroll that is shown for a dragged excess.
  func shown(_ excess: Double) -> Double {
    let limit = limit(excess)
    return limit > 0 ? limit * tanh(excess / limit) : 0
  }

  /// The slope of `shown(_:)`: the overscroll's speed relative to the finger's.
  func slope(_ excess: Double) -> Double {
    let limit = limit(excess)
    guard limit > 0 else { return 0 }
    let part = tanh(excess / limit)
    return 1 - part * part
  }

  /// Returns the dragged excess for a picture that is caught at an overscroll.
  func excess(caughtAt shown: Double) -> Double {
    let limit = limit(shown)
    guard limit > 0 else { return 0 }
    return limit * atanh(max(-Self.catchLimit, min(shown / limit, Self.catchLimit)))
  }

  /// Returns the highest outward speed from `shown` that stays within the limit.
  ///
  /// `outwards` is 1 for the upper side and −1 for the lower. A critically damped motion from x
  /// with velocity v stays below x + v / ω.
  func fastest(from shown: Double, outwards: Double, rate: Double) -> Double {
    max(0, (limit(outwards) - abs(shown)) * rate)
  }
}

/// Rubber-band resistance of a pinch beyond the zoom limits.
///
/// A requested scale z beyond a limit is shown as limit · (z / limit)^0.3: each doubling of the
/// fingers' distance enlarges the picture by less than 25 %, so the limit is noticeable. The scale
/// never passes a limit by more than the factor `largest`.
struct ElasticScale: Hashable, Sendable {
  /// The scales at which a view can rest.
  let limits: ZoomLimits

  /// The exponent of the requested scale beyond a limit.
  static let exponent = 0.3
  /// The maximum factor by which a scale passes a limit, in either direction.
  static let largest = 2.0

  /// The scales that can be shown during a pinch.
  var range: ClosedRange<Double> {
    limits.minimum / Self.largest...limits.maximum * Self.largest
  }

  /// Returns the scale that is shown for a requested one.
  func shown(_ asked: Double) -> Double {
    let limit = limits.clamp(asked)
    guard asked != limit, asked > 0 else { return limit }
    return clamp(limit * pow(asked / limit, Self.exponent))
  }

  /// Returns the requested scale for one that is shown; the inverse of `shown(_:)`.
  func asked(shown: Double) -> Double {
    let shown = clamp(shown)
    let limit = limits.clamp(shown)
    guard shown != limit else { return limit }
    return limit * pow(shown / limit, 1 / Self.exponent)
  }

  private func clamp(_ scale: Double) -> Double {
    max(range.lowerBound, min(scale, range.upperBound))
  }
}

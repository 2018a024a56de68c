import Glibc
import ViewGeometry

/// How far a pinch takes the scale past its limits.
///
/// A scale z that the fingers ask for beyond a limit is shown as limit · (z / limit)^0.3: each
/// further doubling of the fingers' distance gives less than a quarter more, so one feels that there
/// is an end. Past `largest` nothing more is shown.
struct ElasticScale: Hashable, Sendable {
  /// The scales that a view can rest at.
  let limits: ZoomLimits

  /// The exponent of what is asked for beyond a limit.
  static let exponent = 0.3
  /// How many times a limit is passed at the most, either way.
  static let largest = 2.0

  /// The scales that are ever shown.
  var range: ClosedRange<Double> {
    limits.minimum / Self.largest...limits.maximum * Self.largest
  }

  /// The shown scale for one that the fingers ask for.
  func shown(_ asked: Double) -> Double {
    let limit = limits.clamp(asked)
    guard asked != limit, asked > 0 else { return limit }
    return clamp(limit * pow(asked / limit, Self.exponent))
  }

  /// What the fingers ask for where a scale is shown.
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

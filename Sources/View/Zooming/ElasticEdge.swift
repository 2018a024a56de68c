import Geometry
import Glibc

/// How far a picture that is dragged past its edge is shown past it.
///
/// The excess x is shown as L·tanh(x / L). The slope is exactly 1 at the edge, so nothing is felt
/// when it is crossed; the more is pulled the less moves; and nothing ever shows more than L.
struct ElasticEdge: Hashable, Sendable {
  /// The limit L in device pixels below the range; with 0 the edge is hard.
  var lower: Double
  /// The limit above the range.
  var upper: Double

  /// The part of the limit beyond which a caught picture's excess is not followed back.
  ///
  /// Near the limit the inverse law grows without end: the finger would have to travel far before
  /// the picture came with it.
  static let catchLimit = 0.99

  /// The same limit at both ends.
  init(limit: Double) {
    lower = limit
    upper = limit
  }

  /// The limit on the side of an excess.
  func limit(_ excess: Double) -> Double { excess < 0 ? lower : upper }

  /// The shown excess for a dragged one, either way.
  func shown(_ excess: Double) -> Double {
    let limit = limit(excess)
    return limit > 0 ? limit * tanh(excess / limit) : 0
  }

  /// How fast the shown excess grows with the dragged one.
  func slope(_ excess: Double) -> Double {
    let limit = limit(excess)
    guard limit > 0 else { return 0 }
    let part = tanh(excess / limit)
    return 1 - part * part
  }

  /// The dragged excess of a picture that is caught while it shows one.
  func excess(caughtAt shown: Double) -> Double {
    let limit = limit(shown)
    guard limit > 0 else { return 0 }
    return limit * atanh(max(-Self.catchLimit, min(shown / limit, Self.catchLimit)))
  }

  /// The fastest that an excess may grow outwards, 1 upwards and −1 downwards, and still never pass
  /// the limit on its way back.
  ///
  /// A critically damped motion from x with velocity v stays below x + v / ω.
  func fastest(from shown: Double, outwards: Double, rate: Double) -> Double {
    max(0, (limit(outwards) - abs(shown)) * rate)
  }
}

/// How far a pinch takes the scale past its limits.
///
/// A scale z that the fingers ask for beyond a limit is shown as limit · (z / limit)^0.3: each
/// further doubling of the fingers' distance gives less than a quarter more, so one feels that
/// there is an end. Past `largest` nothing more is shown.
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

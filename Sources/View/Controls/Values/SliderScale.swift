import Glibc

/// The scale of a number: how it is stepped, dragged and formatted.
package struct SliderScale: Hashable, Sendable {
  /// The lower limit.
  package let minimum: Double
  /// The upper limit.
  package let maximum: Double
  /// The step of a key press: 1, 2 or 5 times a power of ten.
  package let step: Double
  /// The default value, from which the slider is filled.
  package let neutral: Double
  /// True if only integers are allowed.
  package let isWhole: Bool

  /// Creates a scale; its step is a round number near 1/100 of the range.
  package init(minimum: Double, maximum: Double, neutral: Double, isWhole: Bool) {
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
    self.neutral = min(max(neutral, self.minimum), self.maximum)
    self.isWhole = isWhole
    let range = self.maximum - self.minimum
    // With up to some hundred integers a slider has at least one pixel for each.
    let wanted = isWhole && range <= 500 ? 1 : range / 100
    step = Self.roundStep(wanted, isWhole: isWhole)
  }

  /// Creates a scale of any numbers with a step of its own.
  package init(minimum: Double, maximum: Double, neutral: Double, step: Double) {
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
    self.neutral = min(max(neutral, self.minimum), self.maximum)
    self.step = step
    isWhole = false
  }

  /// Returns the largest of 1, 2 and 5 times a power of ten that does not exceed a number.
  static func roundStep(_ wanted: Double, isWhole: Bool) -> Double {
    guard wanted.isFinite, wanted > 0 else { return isWhole ? 1 : 0.01 }
    // 1/100 of a decimal range may be slightly below the step by rounding.
    let wanted = wanted * (1 + 1e-9)
    let power = pow(10, floor(log10(wanted)))
    let step = [5, 2, 1].first { $0 * power <= wanted }.map { $0 * power } ?? power
    return isWhole ? max(1, step.rounded()) : step
  }

  /// Returns the position of a value on the slider, from 0 to 1.
  package func fraction(of value: Double) -> Double {
    let range = maximum - minimum
    guard range > 0, range.isFinite else { return 0 }
    return min(max((value - minimum) / range, 0), 1)
  }

  /// Returns the value at a position of the slider: a multiple of the step, or a limit.
  package func value(at fraction: Double, step: Double) -> Double {
    guard fraction.isFinite else { return neutral }
    if fraction <= 0 { return minimum }
    if fraction >= 1 { return maximum }
    let value = Self.rounded(minimum + (maximum - minimum) * fraction, to: step)
    return value.isFinite ? bounded(value) : neutral
  }

  /// Returns the next multiple of a step above or below a value; stops at the default.
  package func value(from value: Double, by count: Double, step: Double) -> Double {
    guard count != 0, value.isFinite else { return value }
    let places = value / step
    let next =
      count > 0
      ? Self.rounded((floor(places + 1e-6) + count) * step, to: step)
      : Self.rounded((ceil(places - 1e-6) + count) * step, to: step)
    if abs(count) == 1, min(value, next) < neutral, neutral < max(value, next) { return neutral }
    return bounded(next)
  }

  /// The fine step: a tenth of the step, and at least 1 for integers.
  package var fineStep: Double { isWhole ? max(1, step / 10) : step / 10 }

  /// Returns a number clamped to the limits.
  package func bounded(_ value: Double) -> Double { min(max(value, minimum), maximum) }

  /// Returns the nearest multiple of a step, without the rounding errors of multiplying by 0.1.
  static func rounded(_ value: Double, to step: Double) -> Double {
    if step >= 1 { return (value / step).rounded() * step }
    let inverse = (1 / step).rounded()
    let places = (value * inverse).rounded()
    return places == 0 ? 0 : places / inverse
  }

  /// Formats a value with the step's number of decimals, or more if it lies between steps.
  package func text(_ value: Double) -> String {
    var decimals = 0
    if !isWhole { decimals = max(0, Int(-floor(log10(step) + 1e-9))) }
    for more in 0..<3 {
      let power = pow(10, Double(decimals + more))
      if abs((value * power).rounded() / power - value) <= abs(step) * 1e-6 {
        decimals += more
        break
      }
    }
    let isSigned = minimum < 0 && maximum > 0 && value > 0
    return (isSigned ? "+" : "") + FixedDecimal.text(value, decimals: decimals)
  }
}

/// Formatting with a fixed number of decimals.
enum FixedDecimal {
  /// Formats a number with a fixed number of decimals and a true minus sign (U+2212).
  static func text(_ value: Double, decimals: Int) -> String {
    let decimals = min(max(decimals, 0), 12)
    let scaled = (abs(value) * pow(10, Double(decimals))).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    var digits = String(Int(scaled))
    if decimals > 0 {
      digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return value < 0 && scaled > 0 ? "−" + digits : digits
  }
}

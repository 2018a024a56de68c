import Glibc

/// A curve from encoded samples to light; both range from 0 to 1.
package enum TransferCurve: Equatable, Sendable {
  /// sRGB's curve (IEC 61966-2-1).
  case sRGB
  /// Light is the sample raised to this power.
  case power(Double)
  /// Evenly spaced values from 0 to 1, interpolated linearly.
  case sampled([Float])

  /// The light of an encoded value in 0…1.
  package func light(_ value: Double) -> Double {
    switch self {
    case .sRGB:
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    case .power(let exponent):
      return pow(value, exponent)
    case .sampled(let samples):
      let position = min(max(value, 0), 1) * Double(samples.count - 1)
      let index = min(Int(position), samples.count - 2)
      let fraction = position - Double(index)
      return Double(samples[index]) * (1 - fraction) + Double(samples[index + 1]) * fraction
    }
  }
}

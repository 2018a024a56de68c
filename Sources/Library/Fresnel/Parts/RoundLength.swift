import Glibc

/// A round length: 1, 2 or 5 times a power of ten.
struct RoundLength: Hashable {
  /// 1, 2 or 5.
  let digit: Int
  /// The power of ten.
  let exponent: Int

  /// Creates the largest round length up to a limit; `nil` if the limit is not positive and finite.
  init?(atMost limit: Double) {
    guard limit > 0, limit.isFinite else { return nil }
    // A limit that is round itself must not be missed by a rounding error.
    let slack = min(limit * (1 + 1e-9), .greatestFiniteMagnitude)
    let power = Int(log10(limit).rounded(.down))
    for exponent in [power + 1, power, power - 1] {
      for digit in [5, 2, 1] {
        let value = Self.value(digit, exponent)
        if value > 0, value <= slack {
          (self.digit, self.exponent) = (digit, exponent)
          return
        }
      }
    }
    return nil
  }

  var value: Double { Self.value(digit, exponent) }

  /// Returns the number nearest to a digit times a power of ten, which no multiplication gives.
  private static func value(_ digit: Int, _ exponent: Int) -> Double {
    Double("\(digit)e\(exponent)") ?? 0
  }

  /// The number for people: `0.05`, `2000`, `5 × 10⁷`.
  var text: String {
    switch exponent {
    case 0...4: "\(digit)" + String(repeating: "0", count: exponent)
    case -4 ... -1: "0." + String(repeating: "0", count: -exponent - 1) + "\(digit)"
    default: "\(digit) × 10" + Self.raised(exponent)
    }
  }

  private static func raised(_ number: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return (number < 0 ? "⁻" : "")
      + String(String(abs(number)).compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }
}

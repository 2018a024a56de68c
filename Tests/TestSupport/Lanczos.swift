import Glibc

/// Lanczos 3 and the sRGB curve, straight from their definitions (Duchon 1979; IEC 61966-2-1).
public enum Lanczos {
  /// The source pixels and weights of each target pixel in a range.
  ///
  /// Beyond the edge, the edge pixel is repeated. A pixel's weights add up to 1.
  public static func weights(
    _ source: Int, _ target: Int, _ part: Range<Int>
  ) -> [[(Int, Double)]] {
    let ratio = Double(source) / Double(target)
    return part.map { index in
      let center = (Double(index) + 0.5) * ratio
      let first = Int((center - 3 * ratio).rounded(.down))
      let last = Int((center + 3 * ratio).rounded(.up))
      let list = (first...last).map { place in
        (max(0, min(source - 1, place)), kernel((Double(place) + 0.5 - center) / ratio))
      }
      let sum = list.reduce(0) { $0 + $1.1 }
      return list.map { ($0.0, $0.1 / sum) }
    }
  }

  /// Converts an sRGB value to linear light, both 0 to 1.
  public static func light(_ v: Double) -> Double {
    v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// Converts linear light to an sRGB value, both 0 to 1.
  public static func value(_ v: Double) -> Double {
    v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
  }

  private static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= 3 { return 0 }
    return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }
}

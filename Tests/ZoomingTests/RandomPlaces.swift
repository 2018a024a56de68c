import Geometry
import TestSupport

extension SeededNumbers {
  /// The size of a picture, from an icon to a large scan, with any aspect ratio.
  mutating func pictureSize() -> PixelSize {
    let longest = Double.random(in: 4...14, using: &self)
    func side() -> Int { Int(Double.random(in: 0.1...1, using: &self) * pow2(longest)) + 1 }
    return PixelSize(width: side(), height: side())
  }

  mutating func point(in size: PixelSize) -> Point {
    Point(
      x: Double.random(in: 0...Double(size.width), using: &self).rounded(),
      y: Double.random(in: 0...Double(size.height), using: &self).rounded())
  }

  private func pow2(_ exponent: Double) -> Double {
    var value = 1.0
    var rest = exponent
    while rest >= 1 {
      value *= 2
      rest -= 1
    }
    return value * (1 + rest)
  }
}

import Geometry

/// SplitMix64 (Steele, Lea, Flood 2014): random numbers that a seed brings back.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A size of a picture, from an icon to a large scan, of any aspect.
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

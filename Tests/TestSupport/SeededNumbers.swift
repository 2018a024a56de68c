import Geometry

/// Reproducible random numbers: SplitMix64 (Steele, Lea and Flood 2014).
///
/// A failure that prints its seed can be reproduced.
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  /// The seed.
  public let seed: UInt64
  private var state: UInt64

  /// Starts with a seed, by default a random one.
  public init(seed: UInt64 = .random(in: 1...999_999_999)) {
    self.seed = seed
    state = seed
  }

  /// The text to print with a failure.
  public var origin: String { "seed \(seed)" }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a random size.
  public mutating func size(_ widths: ClosedRange<Int>, _ heights: ClosedRange<Int>) -> PixelSize {
    PixelSize(width: .random(in: widths, using: &self), height: .random(in: heights, using: &self))
  }
}

/// Pseudorandom numbers (SplitMix64); a seed gives the same ones on every machine.
public struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Returns a uniform number below a bound; the bias is one in 2⁴⁰ for a bound of a million.
  ///
  /// The standard library's algorithm may change between versions, and a seed must always give the
  /// same board.
  public mutating func number(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}

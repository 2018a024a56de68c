/// The 128 bits of a block, read from the lowest on.
struct BlockBits {
  private let low: UInt64
  private let high: UInt64
  /// The position of the next bit.
  var place = 0

  init(_ bytes: UnsafeRawPointer) {
    low = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// Bits from a position on, at most 16.
  func bits(at place: Int, _ count: Int) -> Int32 {
    // Relies on Swift's defined results for shifts by 64 or more and by negative counts.
    let rest = low >> UInt64(place) | (place < 64 ? high << UInt64(64 - place) : 0)
    let word = place < 64 ? rest : high >> UInt64(place - 64)
    return Int32(truncatingIfNeeded: word & (1 << UInt64(count) - 1))
  }

  /// The next bits, at most 16.
  mutating func next(_ count: Int) -> Int32 {
    defer { place += count }
    return bits(at: place, count)
  }
}

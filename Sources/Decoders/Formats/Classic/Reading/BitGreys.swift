/// Expands bits to black and white bytes, eight at a time.
struct BitGreys: Sendable {
  /// The eight pixels of each byte.
  private let pixels: [UInt64]

  init(isOneBlack: Bool, isLowestFirst: Bool = false) {
    pixels = (0..<256).map { byte in
      (0..<8).reduce(0) { all, place in
        let bit = byte >> (isLowestFirst ? place : 7 - place) & 1
        let grey: UInt64 = (bit == 1) == isOneBlack ? 0 : 0xFF
        // The leftmost pixel is the lowest byte in memory.
        return all | grey << UInt64(8 * place)
      }
    }
  }

  /// Expands `count` bits to as many bytes.
  func spread(
    _ bits: UnsafeRawBufferPointer, count: Int, into target: UnsafeMutableRawPointer
  ) {
    pixels.withUnsafeBufferPointer { pixels in
      for index in 0..<count / 8 {
        target.storeBytes(
          of: pixels[Int(bits[index])].littleEndian, toByteOffset: index * 8, as: UInt64.self)
      }
      guard count % 8 > 0 else { return }
      let last = pixels[Int(bits[count / 8])]
      for place in 0..<count % 8 {
        target.storeBytes(
          of: UInt8(truncatingIfNeeded: last >> UInt64(8 * place)),
          toByteOffset: count / 8 * 8 + place, as: UInt8.self)
      }
    }
  }
}

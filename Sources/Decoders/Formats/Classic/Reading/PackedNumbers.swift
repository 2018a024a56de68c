/// Expands indices of 1, 2, 4 or 8 bits, the leftmost highest, to greys or palette colours.
struct PackedNumbers: Sendable {
  private let bits: Int
  private let channels: Int
  /// One or three bytes for each of 256 indices; zeros for missing colours.
  private let colors: [UInt8]

  /// `colors` has `channels` bytes for each index; missing ones are black.
  init(bits: Int, colors: [UInt8], channels: Int) {
    precondition([1, 2, 4, 8].contains(bits), "numbers do not cross bytes")
    self.bits = bits
    self.channels = channels
    let known = colors.prefix(256 * channels)
    self.colors = known + [UInt8](repeating: 0, count: 256 * channels - known.count)
  }

  /// Converts `count` indices to pixels.
  func convert(
    _ stored: UnsafeRawBufferPointer, count: Int, into target: UnsafeMutableRawPointer
  ) {
    let each = 8 / bits
    let mask = 1 << bits - 1
    colors.withUnsafeBufferPointer { colors in
      for x in 0..<count {
        let number =
          bits == 8
          ? Int(stored[x])
          : Int(stored[x / each]) >> (8 - bits - x % each * bits) & mask
        if channels == 1 {
          target.storeBytes(of: colors[number], toByteOffset: x, as: UInt8.self)
        } else {
          for channel in 0..<3 {
            target.storeBytes(
              of: colors[number &* 3 &+ channel], toByteOffset: x &* 3 &+ channel, as: UInt8.self)
          }
        }
      }
    }
  }
}

import Resampling

/// A strip of half floats as bytes that pack well, and back.
///
/// Each value becomes its difference from the pixel to the left, whose sign is put last; then come
/// the high bytes of all, and behind them the low ones. A photograph of 16 bits packs to half of
/// its size so, and to nearly all of it as it is: what differs little from its neighbour has no
/// high byte.
enum HalfStrip {
  /// Writes rows of a strip, `count` values each and `stride` values apart, to `target`.
  static func spread(
    _ source: UnsafePointer<UInt16>, stride: Int, rows: Int, count: Int, channels: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    for row in 0..<rows {
      let values = source + row &* stride
      let high = target + row &* count
      let low = high + rows &* count
      for index in 0..<min(channels, count) {
        high[index] = UInt8(truncatingIfNeeded: values[index] &>> 8)
        low[index] = UInt8(truncatingIfNeeded: values[index])
      }
      let before = values - channels
      for index in min(channels, count)..<count {
        let difference = values[index] &- before[index]
        let negative = UInt16(bitPattern: Int16(bitPattern: difference) &>> 15)
        let folded = difference &<< 1 ^ negative
        high[index] = UInt8(truncatingIfNeeded: folded &>> 8)
        low[index] = UInt8(truncatingIfNeeded: folded)
      }
    }
  }

  /// Puts the rows of a spread strip back, `stride` values apart.
  static func join(
    _ source: UnsafePointer<UInt8>, rows: Int, count: Int, channels: Int,
    to target: UnsafeMutablePointer<UInt16>, stride: Int
  ) {
    for row in 0..<rows {
      let values = target + row &* stride
      let high = source + row &* count
      let low = high + rows &* count
      for index in 0..<min(channels, count) {
        values[index] = UInt16(high[index]) &<< 8 | UInt16(low[index])
      }
      let before = values - channels
      for index in min(channels, count)..<count {
        let folded = UInt16(high[index]) &<< 8 | UInt16(low[index])
        values[index] = before[index] &+ (folded &>> 1 ^ (0 &- (folded & 1)))
      }
    }
  }
}

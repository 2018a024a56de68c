import Resampling

/// Converts strips of half floats to bytes that compress well, and back.
///
/// Each value is replaced by its difference from the pixel to the left, with the sign in the lowest
/// bit; then all high bytes are stored, followed by the low ones. This compresses a 16-bit
/// photograph to half its size; without it, LZ4 saves almost nothing. Values close to their
/// neighbours have a high byte of zero.
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

  /// Restores the rows of a strip, `stride` values apart.
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

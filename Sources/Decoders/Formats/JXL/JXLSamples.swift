import Resampling

/// Converts libjxl's floats, 0 for black and 1 for white, to samples of 8 or 16 bits, or copies
/// them.
///
/// Rounded values are clamped to 0…1; NaN becomes 0.
struct JXLSamples: Sendable {
  let format: RowFormat

  /// The number of input channels: libjxl delivers at least three, even for grey.
  var channelsIn: Int { max(3, format.channels.count) + (format.channels == .grayAlpha ? 1 : 0) }

  /// Writes `pixels` pixels to a row.
  func convert(_ numbers: UnsafePointer<Float>, pixels: Int, to row: UnsafeMutableRawPointer) {
    switch (format.depth, format.channels.count >= 3) {
    case (32, true): row.copyMemory(from: numbers, byteCount: pixels * channelsIn * 4)
    case (32, false): keepGray(numbers, pixels: pixels, to: row)
    case (8, true): Self.round8(numbers, count: pixels * channelsIn, to: row)
    case (_, true): Self.round16(numbers, count: pixels * channelsIn, to: row)
    default: roundGray(numbers, pixels: pixels, to: row)
    }
  }

  private func keepGray(
    _ numbers: UnsafePointer<Float>, pixels: Int, to row: UnsafeMutableRawPointer
  ) {
    let target = row.assumingMemoryBound(to: Float.self)
    for pixel in 0..<pixels {
      let start = numbers + pixel * channelsIn
      if format.channels.hasAlpha {
        (target[2 * pixel], target[2 * pixel + 1]) = (start[0], start[3])
      } else {
        target[pixel] = start[0]
      }
    }
  }

  /// Rounds to the nearest integer up to `most`.
  @inline(__always)
  private static func rounded(_ number: Float, _ most: Float) -> UInt32 {
    // NaN compares as false.
    number > 0 ? UInt32(min(number, 1) * most + 0.5) : 0
  }

  /// Rounds 16 numbers at once to the nearest integers up to `most`.
  ///
  /// Adding 2²³ gives the last bit a value of one, so the sum's bits are the integer.
  @inline(__always)
  private static func rounded(
    _ numbers: UnsafePointer<Float>, _ most: Float
  ) -> SIMD16<UInt32> {
    let values = UnsafeRawPointer(numbers).loadUnaligned(as: SIMD16<Float>.self)
    let zero = SIMD16<Float>(repeating: 0)
    let one = SIMD16<Float>(repeating: 1)
    let above = zero.replacing(with: values, where: values .> zero)
    let inside = above.replacing(with: one, where: above .> one)
    let sum = inside * most + 8_388_608
    return unsafeBitCast(sum, to: SIMD16<UInt32>.self)
  }

  private static func round8(
    _ numbers: UnsafePointer<Float>, count: Int, to row: UnsafeMutableRawPointer
  ) {
    var index = 0
    while index + 16 <= count {
      let values = SIMD16<UInt8>(truncatingIfNeeded: rounded(numbers + index, 255))
      row.storeBytes(of: values, toByteOffset: index, as: SIMD16<UInt8>.self)
      index += 16
    }
    while index < count {
      row.storeBytes(
        of: UInt8(truncatingIfNeeded: rounded(numbers[index], 255)), toByteOffset: index,
        as: UInt8.self)
      index += 1
    }
  }

  private static func round16(
    _ numbers: UnsafePointer<Float>, count: Int, to row: UnsafeMutableRawPointer
  ) {
    var index = 0
    while index + 16 <= count {
      let values = SIMD16<UInt16>(truncatingIfNeeded: rounded(numbers + index, 65535))
      row.storeBytes(of: values, toByteOffset: index * 2, as: SIMD16<UInt16>.self)
      index += 16
    }
    while index < count {
      row.storeBytes(
        of: UInt16(truncatingIfNeeded: rounded(numbers[index], 65535)), toByteOffset: index * 2,
        as: UInt16.self)
      index += 1
    }
  }

  /// Grey has three equal channels, of which the first is taken.
  private func roundGray(
    _ numbers: UnsafePointer<Float>, pixels: Int, to row: UnsafeMutableRawPointer
  ) {
    let hasAlpha = format.channels.hasAlpha
    let most: Float = format.depth == 8 ? 255 : 65535
    var offset = 0
    func put(_ number: Float) {
      let value = Self.rounded(number, most)
      if format.depth == 8 {
        row.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: offset, as: UInt8.self)
        offset += 1
      } else {
        row.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: offset, as: UInt16.self)
        offset += 2
      }
    }
    for pixel in 0..<pixels {
      let start = numbers + pixel * channelsIn
      put(start[0])
      if hasAlpha { put(start[3]) }
    }
  }
}

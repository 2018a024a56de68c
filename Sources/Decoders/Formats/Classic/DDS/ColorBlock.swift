/// Blocks of DXT1 to DXT5 (BC1 to BC3) and of single channels (BC4 and BC5).
enum ColorBlock {
  /// Decodes 8 bytes to sixteen opaque colours, with transparent pixels if `hasHole`.
  static func colors(
    _ bytes: UnsafeRawPointer, hasHole: Bool, into pixels: UnsafeMutablePointer<SIMD4<UInt8>>
  ) {
    let first = bytes.loadUnaligned(as: UInt16.self).littleEndian
    let second = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self).littleEndian
    var indices = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self).littleEndian
    let (from, to) = (color(first), color(second))
    var palette = (from, to, SIMD4<UInt16>(), SIMD4<UInt16>())
    if hasHole, first <= second {
      palette.2 = (from &+ to &+ 1) / 2
    } else {
      palette.2 = (from &* 2 &+ to &+ 1) / 3
      palette.3 = (from &+ to &* 2 &+ 1) / 3
    }
    let table = (
      SIMD4<UInt8>(truncatingIfNeeded: palette.0), SIMD4<UInt8>(truncatingIfNeeded: palette.1),
      SIMD4<UInt8>(truncatingIfNeeded: palette.2), SIMD4<UInt8>(truncatingIfNeeded: palette.3)
    )
    withUnsafeBytes(of: table) { table in
      for pixel in 0..<16 {
        pixels[pixel] = table.load(
          fromByteOffset: 4 &* Int(indices & 3), as: SIMD4<UInt8>.self)
        indices &>>= 2
      }
    }
  }

  /// Expands a 5:6:5 colour to 8 bits per channel, opaque.
  private static func color(_ bits: UInt16) -> SIMD4<UInt16> {
    let (red, green, blue) = (bits &>> 11, bits &>> 5 & 63, bits & 31)
    return SIMD4(
      red &<< 3 | red &>> 2, green &<< 2 | green &>> 4, blue &<< 3 | blue &>> 2, 255)
  }

  /// True if a DXT1 block has transparent pixels.
  static func hasHoles(_ bytes: UnsafeRawPointer) -> Bool {
    let first = bytes.loadUnaligned(as: UInt16.self).littleEndian
    let second = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self).littleEndian
    let indices = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    return first <= second && indices & indices &>> 1 & 0x5555_5555 != 0
  }

  /// Writes sixteen 4-bit alphas to pixels.
  static func alphas(_ bytes: UnsafeRawPointer, into pixels: UnsafeMutablePointer<SIMD4<UInt8>>) {
    var bits = bytes.loadUnaligned(as: UInt64.self).littleEndian
    for pixel in 0..<16 {
      pixels[pixel][3] = UInt8(truncatingIfNeeded: bits & 15) &* 17
      bits &>>= 4
    }
  }

  /// Decodes 8 bytes, two endpoints and interpolated indices, into a channel of sixteen pixels.
  static func channel(
    _ channel: Int, _ bytes: UnsafeRawPointer, isSigned: Bool = false,
    into pixels: UnsafeMutablePointer<SIMD4<UInt8>>
  ) {
    var bits = bytes.loadUnaligned(as: UInt64.self).littleEndian
    // Signed values are shown with -127 as black.
    func end(_ byte: UInt64) -> Int {
      let value = UInt8(truncatingIfNeeded: byte)
      return isSigned ? max(-127, Int(Int8(bitPattern: value))) + 127 : Int(value)
    }
    let (from, to) = (end(bits), end(bits &>> 8))
    let most = isSigned ? 254 : 255
    bits &>>= 16
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { table in
      for index in 0..<8 {
        var value: (sum: Int, count: Int) = (from, 1)
        if index == 1 {
          value.sum = to
        } else if index > 1, from > to {
          value = (from * (8 - index) + to * (index - 1), 7)
        } else if index > 5 {
          value.sum = index == 6 ? 0 : most
        } else if index > 1 {
          value = (from * (6 - index) + to * (index - 1), 5)
        }
        // Rounded, and scaled from 254 steps to 255 at once.
        let (scaled, count) = (value.sum * 255, value.count * most)
        table[index] = UInt8(truncatingIfNeeded: (2 * scaled + count) / (2 * count))
      }
      for pixel in 0..<16 {
        pixels[pixel][channel] = table[Int(bits & 7)]
        bits &>>= 3
      }
    }
  }
}

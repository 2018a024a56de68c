/// The server's memory layout of a pixel.
struct PixelLayout: Hashable {
  var bitsPerPixel: Int
  var isLittleEndian: Bool
  var redMask: UInt32
  var greenMask: UInt32
  var blueMask: UInt32
  var depth: Int

  /// True if pixels are B, G, R and a fourth byte, so that no conversion is needed.
  var isBGRX: Bool {
    bitsPerPixel == 32 && isLittleEndian && redMask == 0xff_0000 && greenMask == 0xff00
      && blueMask == 0xff
  }

  /// True if pixels can be converted to this layout: true colour in whole bytes.
  var isSupported: Bool {
    [16, 24, 32].contains(bitsPerPixel) && redMask != 0 && greenMask != 0 && blueMask != 0
  }

  /// The bits of the depth outside all colour masks: alpha, which must be opaque.
  private var rest: UInt32 {
    let all = depth >= 32 ? UInt32.max : (1 << UInt32(depth)) - 1
    return all & ~(redMask | greenMask | blueMask)
  }

  /// An 8-bit channel scaled to the mask's bits and rounded.
  private static func place(_ value: UInt8, in mask: UInt32) -> UInt32 {
    let shift = UInt32(mask.trailingZeroBitCount)
    let highest = UInt64(mask >> shift)
    return UInt32((UInt64(value) * highest + 127) / 255) << shift
  }

  /// Returns the server's pixel value for a colour, 0xRRGGBB.
  func pixel(_ color: UInt32) -> UInt32 {
    func place(_ shift: UInt32, _ mask: UInt32) -> UInt32 {
      Self.place(UInt8(truncatingIfNeeded: color >> shift), in: mask)
    }
    return place(16, redMask) | place(8, greenMask) | place(0, blueMask) | rest
  }

  /// Converts rows of BGRA pixels to this layout.
  ///
  /// Three tables hold each channel's shifted bits, so all layouts cost the same.
  func convert(
    _ source: UnsafeRawPointer, sourceStride: Int, to target: UnsafeMutableRawPointer,
    targetStride: Int, width: Int, height: Int
  ) {
    let tables = [blueMask, greenMask, redMask].flatMap { mask in
      (0...255).map { Self.place(UInt8($0), in: mask) }
    }
    let opaque = rest
    let bytes = bitsPerPixel / 8
    let isLittle = isLittleEndian
    tables.withUnsafeBufferPointer { tables in
      for y in 0..<height {
        var from = source + y &* sourceStride
        var to = target + y &* targetStride
        for _ in 0..<width {
          let bgra = from.loadUnaligned(as: UInt32.self)
          let pixel =
            tables[Int(bgra & 0xff)] | tables[256 &+ Int(bgra >> 8 & 0xff)]
            | tables[512 &+ Int(bgra >> 16 & 0xff)] | opaque
          for byte in 0..<bytes {
            let shift = UInt32((isLittle ? byte : bytes &- 1 &- byte) &* 8)
            to.storeBytes(
              of: UInt8(truncatingIfNeeded: pixel >> shift), toByteOffset: byte, as: UInt8.self)
          }
          from += 4
          to += bytes
        }
      }
    }
  }
}

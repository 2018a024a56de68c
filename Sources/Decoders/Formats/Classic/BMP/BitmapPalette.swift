import DecoderKit
import DecoderProtocol

/// The colours of a bitmap's indices, as four bytes each: red, green, blue and 255.
struct BitmapPalette {
  /// One colour for every 8-bit index; black where the file has none.
  let colors: [SIMD4<UInt8>]

  /// Reads the palette after a header, up to the pixels if they follow.
  init(_ input: PictureInput, _ header: BitmapHeader, pixels: Int) throws(CodecError) {
    var colors = [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 255), count: 256)
    let each = header.isCore ? 3 : 4
    let most = 1 << min(8, header.bits)
    var count = header.colorsUsed == 0 ? most : min(most, header.colorsUsed)
    if pixels > header.paletteStart {
      count = min(count, (pixels - header.paletteStart) / each)
    }
    var reader = ByteReader(input, at: header.paletteStart)
    for index in 0..<count {
      let (blue, green, red) = (try reader.byte(), try reader.byte(), try reader.byte())
      if each == 4 { reader.skip(1) }
      guard !reader.isPastEnd else { break }
      colors[index] = SIMD4(red, green, blue, 255)
    }
    self.colors = colors
  }

  /// Bytes of a complete palette after a header.
  static func bytes(of header: BitmapHeader) -> Int {
    guard header.bits <= 8 else {
      // Palettes of deeper bitmaps are hints; some have more entries than an index can have.
      return min(header.colorsUsed, 1 << 16) * (header.isCore ? 3 : 4)
    }
    let most = 1 << header.bits
    let count = header.colorsUsed == 0 ? most : header.colorsUsed
    return min(count, 1 << 16) * (header.isCore ? 3 : 4)
  }
}

import DecoderKit
import DecoderProtocol

/// The table of colours of a TGA file.
struct TargaTable {
  /// One for every index: 256 of them, or 65536 where a pixel has 16 bits; black and opaque where
  /// the file has none.
  let colors: [SIMD4<UInt8>]
  /// True if some entry's alpha is not zero, where entries have alpha.
  let hasAlpha: Bool

  /// Reads the table.
  init(_ input: PictureInput, _ header: TargaHeader) throws(CodecError) {
    let indices = header.bits == 16 ? 1 << 16 : 256
    var colors = [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 255), count: indices)
    var reader = ByteReader(input, at: header.tableStart)
    var hasAlpha = false
    for entry in 0..<header.tableCount {
      var color = SIMD4<UInt8>(0, 0, 0, 255)
      if header.tableBits <= 16 {
        let word = try reader.little16()
        for channel in 0..<3 {
          let sample = word >> (10 - 5 * channel) & 31
          color[channel] = UInt8((sample * 255 + 15) / 31)
        }
        // A table's bit is alpha where the header counts one; else it means nothing.
        if header.alphaBits > 0, header.tableBits == 16 {
          color[3] = word & 0x8000 == 0 ? 0 : 255
          hasAlpha = hasAlpha || color[3] > 0
        }
      } else {
        for channel in [2, 1, 0] { color[channel] = try reader.byte() }
        if header.tableBits == 32 {
          color[3] = try reader.byte()
          hasAlpha = hasAlpha || color[3] > 0
        }
      }
      guard !reader.isPastEnd else { break }
      // Indices count from the table's first entry.
      if header.tableFirst + entry < indices { colors[header.tableFirst + entry] = color }
    }
    self.colors = colors
    self.hasAlpha = hasAlpha
  }

  /// Every grey of eight bits.
  static let greys = (0..<256).map { number in
    SIMD4(UInt8(number), UInt8(number), UInt8(number), 255)
  }
}

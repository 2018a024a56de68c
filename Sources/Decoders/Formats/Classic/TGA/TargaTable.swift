import DecoderKit
import DecoderProtocol

/// The palette of a TGA file.
struct TargaTable {
  /// One colour for every index: 256, or 65536 for 16-bit pixels; opaque black where the file has
  /// none.
  let colors: [SIMD4<UInt8>]
  /// True if entries have alpha and any of it is not zero.
  let hasAlpha: Bool

  /// Reads the palette.
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
        // The 16th bit is alpha if the header has alpha bits; otherwise it is unused.
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
      // Indices count from the palette's first entry.
      if header.tableFirst + entry < indices { colors[header.tableFirst + entry] = color }
    }
    self.colors = colors
    self.hasAlpha = hasAlpha
  }

  /// All 8-bit greys.
  static let greys = (0..<256).map { number in
    SIMD4(UInt8(number), UInt8(number), UInt8(number), 255)
  }
}

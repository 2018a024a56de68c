import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The header of a WBMP file of type 0: its type, a zero byte, width and height.
struct WBMPHeader {
  private let size: PixelSize
  private let start: Int

  init(_ input: PictureInput) throws(CodecError) {
    var reader = ByteReader(input, at: 2)
    let (width, height) = (try Self.number(&reader), try Self.number(&reader))
    size = try .said(width, height, by: "WBMP")
    start = reader.offset
  }

  /// A number of seven bits per byte, highest first; all bytes except the last have the eighth bit
  /// set.
  private static func number(_ reader: inout ByteReader) throws(CodecError) -> Int {
    var value = 0
    for _ in 0..<4 {
      let byte = try reader.byte()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw CodecError(.corrupt, "the WBMP file is damaged (its size is too large)")
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    try input.checkClaim((size.width + 7) / 8 * size.height, from: start, for: size)
    return try StoredRowsCodec(
      .stored(size, RowFormat(channels: .gray)), of: input,
      rows: BitRows(width: size.width, start: start, isOneBlack: false))
  }
}

import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A PCX file's header: 128 bytes, with a palette of 16 colours.
struct PCXHeader: Sendable {
  static let byteCount = 128
  let size: PixelSize
  /// Bits per pixel in one plane: 1, 2, 4 or 8.
  let bits: Int
  /// Planes per row.
  let planes: Int
  /// Bytes of one plane of a row.
  let planeBytes: Int
  let isRuns: Bool
  /// Red, green and blue of each index; empty if samples are colours or grey.
  let palette: [UInt8]

  init(_ input: PictureInput) throws(CodecError) {
    var reader = ByteReader(input, at: 1)
    let version = try reader.byte()
    isRuns = try reader.byte() == 1
    bits = Int(try reader.byte())
    let (left, top, right, bottom) = (
      try reader.little16(), try reader.little16(), try reader.little16(), try reader.little16()
    )
    reader.seek(to: 16)
    var table: [UInt8] = []
    for _ in 0..<48 { table.append(try reader.byte()) }
    reader.seek(to: 65)
    planes = Int(try reader.byte())
    let bytes = try reader.little16()
    guard !reader.isPastEnd else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    guard [1, 2, 4, 8].contains(bits), (1...4).contains(planes) else {
      throw CodecError(
        .corrupt, "the PCX file is damaged (its pixels have \(planes) planes of \(bits) bits)")
    }
    size = try .said(right - left + 1, bottom - top + 1, by: "PCX")
    planeBytes = bytes > 0 ? bytes : (size.width * bits + 7) / 8
    palette = try Self.palette(
      input, bits: bits, planes: planes, version: version, header: table)
  }

  /// The palette: black and white, the header's, the default one, or 256 colours after the picture.
  private static func palette(
    _ input: PictureInput, bits: Int, planes: Int, version: UInt8, header: [UInt8]
  ) throws(CodecError) -> [UInt8] {
    let depth = bits * planes
    if depth == 1 { return [0, 0, 0, 255, 255, 255] }
    if depth <= 4 {
      // Version 3 has no palette, and some programs leave it empty.
      let hasTable = version != 3 && header.contains { $0 != 0 }
      return hasTable ? header : usualColors
    }
    guard depth <= 8 else { return [] }
    let end = try input.bytes(at: max(0, input.byteCount - 769), count: 769)
    return end.count == 769 && end[0] == 12 ? Array(end.dropFirst()) : []
  }

  /// The default 16 colours, those of EGA: dark, then bright.
  private static let usualColors: [UInt8] = (0..<16).flatMap { number -> [UInt8] in
    // Brown replaces dark yellow.
    if number == 6 { return [0xAA, 0x55, 0] }
    let bright = number & 8 == 0 ? 0 : 0x55
    return [4, 2, 1].map { UInt8((number & $0 == 0 ? 0 : 0xAA) + bright) }
  }

  /// True if each plane is a colour channel.
  var isDirect: Bool { bits * planes > 8 }

  var format: RowFormat {
    if isDirect {
      let channels: [RowFormat.Channels] = [.gray, .grayAlpha, .rgb, .rgba]
      return RowFormat(channels: channels[planes - 1])
    }
    return RowFormat(channels: palette.isEmpty ? .gray : .rgb)
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let header = try PictureHeader.decodedWhole(size, format)
    return WholePictureCodec(header, of: input) { (progress) throws(CodecError) in
      let picture = try DecodedPicture(size: size, format: header.format)
      var reader = PCXReader(input, self)
      try reader.decode(into: picture, progress)
      if format.channels == .rgba { picture.showUnseen() }
      return picture
    }
  }
}

import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The header of a Sun raster file: eight numbers, followed by a palette.
struct SunHeader: Sendable {
  static let mark: [UInt8] = [0x59, 0xA6, 0x6A, 0x95]
  private static let byteCount = 32

  let size: PixelSize
  /// Bits per pixel.
  let depth: Int
  let isRuns: Bool
  /// True if a pixel's first colour is red, not blue.
  let isRedFirst: Bool
  /// Red, green and blue of each index; empty if samples are grey or colours.
  let palette: [UInt8]
  /// The file offset of the first row.
  let start: Int

  init(_ input: PictureInput) throws(CodecError) {
    var reader = ByteReader(input, at: 4)
    let (width, height, depth) = (try reader.big32(), try reader.big32(), try reader.big32())
    _ = try reader.big32()
    let (type, mapType, mapBytes) = (try reader.big32(), try reader.big32(), try reader.big32())
    guard !reader.isPastEnd else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    guard [1, 4, 8, 24, 32].contains(depth) else {
      throw CodecError(
        .corrupt, "the Sun raster file is damaged (its pixels have \(depth) bits)")
    }
    guard (0...3).contains(type) else {
      throw CodecError(.unsupported, "Sun raster files of type \(type) are not supported")
    }
    size = try .said(width, height, by: "Sun raster")
    self.depth = depth
    isRuns = type == 2
    isRedFirst = type == 3
    start = Self.byteCount + mapBytes
    palette = mapType == 1 && depth <= 8 ? try Self.palette(&reader, bytes: mapBytes) : []
  }

  /// The palette: all reds, all greens, all blues.
  private static func palette(
    _ reader: inout ByteReader, bytes: Int
  ) throws(CodecError) -> [UInt8] {
    let count = bytes / 3
    var colors = [UInt8](repeating: 0, count: 768)
    for channel in 0..<3 {
      for number in 0..<min(count, 256) {
        reader.seek(to: byteCount + channel * count + number)
        colors[number * 3 + channel] = try reader.byte()
      }
    }
    return count > 0 ? colors : []
  }

  /// The format of the rows.
  ///
  /// The first byte of 32-bit pixels is padding by the specification, and alpha in today's
  /// programs.
  var format: RowFormat {
    switch depth {
    case 32: RowFormat(channels: .rgba)
    case 24: RowFormat(channels: .rgb)
    default: RowFormat(channels: palette.isEmpty ? .gray : .rgb)
    }
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let rows = SunRows(self)
    if !isRuns {
      try input.checkClaim(
        checkedProduct(rows.stride, size.height), from: start, for: size)
    }
    // For 32-bit pixels all of them must be read to tell if the first byte is used.
    guard isRuns || depth == 32 else {
      return try StoredRowsCodec(.stored(size, format), of: input, rows: rows)
    }
    let header = try PictureHeader.decodedWhole(size, format)
    return WholePictureCodec(header, of: input) { (progress) throws(CodecError) in
      let picture = try DecodedPicture(size: size, format: header.format)
      var reader = SunReader(input, rows, isRuns: isRuns)
      try reader.decode(into: picture, progress)
      if format.channels == .rgba { picture.showUnseen() }
      return picture
    }
  }
}

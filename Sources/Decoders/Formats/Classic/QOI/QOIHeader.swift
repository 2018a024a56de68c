import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The 14-byte header of a QOI file.
struct QOIHeader: Sendable {
  static let byteCount = 14
  let size: PixelSize
  let hasAlpha: Bool
  private let isLinear: Bool

  init(_ input: PictureInput) throws(CodecError) {
    var reader = ByteReader(input, at: 4)
    let (width, height) = (try reader.big32(), try reader.big32())
    hasAlpha = try reader.byte() == 4
    isLinear = try reader.byte() == 1
    guard !reader.isPastEnd else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    size = try .said(width, height, by: "QOI")
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let header = try PictureHeader.decodedWhole(
      size, RowFormat(channels: hasAlpha ? .rgba : .rgb), color: isLinear ? .linear : .sRGB)
    return WholePictureCodec(header, of: input) { (progress) throws(CodecError) in
      let picture = try DecodedPicture(size: size, format: header.format)
      var reader = QOIReader(input)
      try reader.decode(into: picture, progress)
      return picture
    }
  }
}

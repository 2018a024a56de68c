import DecoderKit
import Geometry
import Resampling

extension PictureHeader {
  /// The header of a picture with uncompressed rows; its `StoredRowsCodec` sets the memory class.
  static func stored(
    _ size: PixelSize, _ format: RowFormat, color: SourceColor = .sRGB, frameCount: Int = 1
  ) -> PictureHeader {
    PictureHeader(
      size: size, format: format, color: color, hasAlpha: format.channels.hasAlpha,
      memory: .streaming(rowBytes: 0), frameCount: frameCount)
  }
}

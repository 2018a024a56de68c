import DecoderProtocol
import Geometry
import Tiles

extension PixelSize {
  /// The size in a file's header; throws if it is impossible.
  ///
  /// `format` is the format's name for messages.
  static func said(_ width: Int, _ height: Int, by format: String) throws(CodecError) -> PixelSize {
    guard width > 0, height > 0 else {
      throw CodecError(.corrupt, "the \(format) file is damaged (its picture has no pixels)")
    }
    let size = PixelSize(width: width, height: height)
    guard max(width, height) <= SourceInfo.longestSide, let area = size.area,
      area <= SourceInfo.mostPixels
    else {
      throw CodecError(
        .tooLarge, "the picture is too large to be decoded: \(width) × \(height) pixels")
    }
    return size
  }
}

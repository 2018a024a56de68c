import DecoderProtocol
import Geometry
import Tiles

extension PixelSize {
  /// The size that a file's header gives; throws where there can be no such picture.
  ///
  /// `format` is what people call the file's format.
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

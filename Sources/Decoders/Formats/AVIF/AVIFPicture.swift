import CAVIF
import DecoderKit
import DecoderProtocol
import Geometry

/// The decoded planes of a frame.
// @unchecked Sendable: immutable once the decoding thread has made it.
final class AVIFPicture: @unchecked Sendable {
  /// The planes; read-only.
  let image: UnsafePointer<avifImage>
  /// Another picture whose luma is the alpha; `nil` if `image` contains the alpha or has none.
  let alpha: UnsafePointer<avifImage>?
  /// The number of rows present in the file.
  let rows: Int
  private let file: AVIFFile

  /// Decodes a frame of a file, however long that takes.
  init(_ file: AVIFFile, frame: Int = 0) throws(CodecError) {
    rows = try file.decode(frame: frame)
    image = UnsafePointer(file.image)
    alpha = file.alpha
    self.file = file
  }

  /// Decodes a picture of a known shape; without its gain map if that is damaged.
  static func decoded(
    _ input: PictureInput, like shape: RowShape, withGainMap: Bool
  ) throws(CodecError) -> AVIFPicture {
    func picture(_ withGainMap: Bool) throws(CodecError) -> AVIFPicture {
      try AVIFPicture(AVIFFile(input, .again(shape), withGainMap: withGainMap))
    }
    if withGainMap, let bright = try? picture(true) { return bright }
    return try picture(false)
  }

  /// The size of the planes, which may differ from the boxes'.
  var size: PixelSize {
    PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
  }
}

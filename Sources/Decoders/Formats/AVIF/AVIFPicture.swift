import CAVIF
import DecoderKit
import DecoderProtocol
import Geometry

/// A frame's planes, decoded.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class AVIFPicture: @unchecked Sendable {
  /// The planes; only to be read.
  let image: UnsafePointer<avifImage>
  /// Another whose brightness is its alpha; `nil` where it holds that itself, or has none.
  let alpha: UnsafePointer<avifImage>?
  /// Rows from the top that the file had.
  let rows: Int
  private let file: AVIFFile

  /// Decodes a frame of a file; that takes as long as it takes.
  init(_ file: AVIFFile, frame: Int = 0) throws(CodecError) {
    rows = try file.decode(frame: frame)
    image = UnsafePointer(file.image)
    alpha = file.alpha
    self.file = file
  }

  /// Decodes a picture of a shape; without its gain map where that is damaged.
  static func decoded(
    _ input: PictureInput, like shape: RowShape, withGainMap: Bool
  ) throws(CodecError) -> AVIFPicture {
    func picture(_ withGainMap: Bool) throws(CodecError) -> AVIFPicture {
      let file = try AVIFFile(input, withGainMap: withGainMap)
      try shape.check(file.shape)
      return try AVIFPicture(file)
    }
    if withGainMap, let bright = try? picture(true) { return bright }
    return try picture(false)
  }

  /// The size of the planes, which may not be what the boxes said.
  var size: PixelSize {
    PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
  }
}

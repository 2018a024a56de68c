import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A picture that has been decoded into memory, rows from the top, in the header's format.
// Sendable without a check: the thread that decodes fills it, and from then on nobody changes it.
final class DecodedPicture: WholePicture, @unchecked Sendable {
  let size: PixelSize
  let format: RowFormat
  /// Why some pixels are not the file's own; set while decoding.
  var missing: String?
  /// How much brighter than white the brightest pixels are; set while decoding.
  var headroom: Double?
  /// All rows, one after the other without padding; zero until they are decoded.
  let pixels: UnsafeMutableRawBufferPointer
  /// Bytes of one row.
  let rowBytes: Int

  /// An empty picture: zeros, which are transparent where it has alpha and black where not.
  init(size: PixelSize, format: RowFormat) throws(CodecError) {
    guard let row = checkedProduct(size.width, format.bytesPerPixel),
      let count = checkedProduct(row, size.height), count <= MemoryClass.mostBytes,
      let memory = calloc(max(count, 1), 1)
    else { throw .noMemory }
    self.size = size
    self.format = format
    rowBytes = row
    pixels = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  deinit { free(pixels.baseAddress) }

  /// The bytes of a row; a row outside of the picture stops the process.
  func row(_ row: Int) -> UnsafeMutableRawBufferPointer {
    precondition((0..<size.height).contains(row), "the row is one of the picture's")
    return UnsafeMutableRawBufferPointer(
      rebasing: pixels[row * rowBytes..<(row + 1) * rowBytes])
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    guard let bytes = self.row(row).baseAddress else { return }
    target.copyMemory(from: bytes, byteCount: rowBytes)
  }
}

extension PictureHeader {
  /// The header of a picture that is decoded whole, in `format`; throws where it is too large.
  static func decodedWhole(
    _ size: PixelSize, _ format: RowFormat, color: SourceColor = .sRGB, frameCount: Int = 1
  ) throws(CodecError) -> PictureHeader {
    PictureHeader(
      size: size, format: format, color: color, hasAlpha: format.channels.hasAlpha,
      memory: try .whole(checkedProduct(size.width, size.height, format.bytesPerPixel), of: size),
      frameCount: frameCount)
  }
}

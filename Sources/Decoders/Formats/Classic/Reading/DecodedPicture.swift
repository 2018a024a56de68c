import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A picture that has been decoded into memory, rows from the top: in the header's format, or in a
/// smaller one that is converted row by row.
// Sendable without a check: the thread that decodes fills it, and from then on nobody changes it.
final class DecodedPicture: WholePicture, @unchecked Sendable {
  let size: PixelSize
  /// Makes a row in the header's format of one in memory; `nil` where they are the same.
  private var convert: (@Sendable (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Void)?
  /// Why some pixels are not the file's own; set while decoding.
  var missing: String?
  /// How much brighter than white the brightest pixels are; set while decoding.
  var headroom: Double?
  /// All rows, one after the other without padding; zero until they are decoded.
  let pixels: UnsafeMutableRawBufferPointer
  /// Bytes of one row.
  let rowBytes: Int

  /// An empty picture: zeros, which are transparent where it has alpha and black where not.
  convenience init(size: PixelSize, format: RowFormat) throws(CodecError) {
    try self.init(size: size, bytesPerPixel: format.bytesPerPixel, convert: nil)
  }

  /// An empty picture of zeros, whose rows become the header's as they are asked for.
  init(
    size: PixelSize, bytesPerPixel: Int,
    convert: (@Sendable (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Void)?
  ) throws(CodecError) {
    guard let row = checkedProduct(size.width, bytesPerPixel),
      let count = checkedProduct(row, size.height), count <= MemoryClass.mostBytes,
      let memory = calloc(max(count, 1), 1)
    else { throw .noMemory }
    self.size = size
    self.convert = convert
    rowBytes = row
    pixels = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  /// The same picture, whose rows become the header's as they are asked for; to be called before
  /// anybody else has it.
  func converting(
    _ convert: @escaping @Sendable (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Void
  ) -> DecodedPicture {
    self.convert = convert
    return self
  }

  deinit { free(pixels.baseAddress) }

  /// The bytes of a row; a row outside of the picture stops the process.
  func row(_ row: Int) -> UnsafeMutableRawBufferPointer {
    precondition((0..<size.height).contains(row), "the row is one of the picture's")
    return UnsafeMutableRawBufferPointer(
      rebasing: pixels[row * rowBytes..<(row + 1) * rowBytes])
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    let bytes = UnsafeRawBufferPointer(self.row(row))
    if let convert {
      convert(bytes, target)
    } else if let start = bytes.baseAddress {
      target.copyMemory(from: start, byteCount: rowBytes)
    }
  }
}

extension PictureHeader {
  /// The header of a picture in linear light with sRGB's primaries: in floats where the viewer
  /// takes light, else in 16 bits, clipped at white.
  static func light(
    _ size: PixelSize, _ channels: RowFormat.Channels, isLight: Bool
  ) -> PictureHeader {
    var header = PictureHeader(
      size: size, format: RowFormat(channels: channels, depth: isLight ? 32 : 16), color: .linear,
      hasAlpha: channels.hasAlpha, memory: .streaming(rowBytes: 0))
    header.isLight = isLight
    return header
  }

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

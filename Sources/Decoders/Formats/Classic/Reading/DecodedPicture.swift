import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A picture decoded into memory, rows from the top: in the header's format, or in a more compact
/// one that is converted row by row.
// @unchecked Sendable: the decoding thread fills it; afterwards it is immutable.
final class DecodedPicture: WholePicture, @unchecked Sendable {
  let size: PixelSize
  /// Converts a row in memory to the header's format; `nil` if they are the same.
  private var convert: (@Sendable (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Void)?
  /// Why some pixels are missing, as a sentence; set while decoding.
  var missing: String?
  /// The peak brightness relative to white; set while decoding.
  var headroom: Double?
  /// All rows without padding; zero until they are decoded.
  let pixels: UnsafeMutableRawBufferPointer
  let rowBytes: Int

  /// An empty picture of zeros: transparent with alpha, black without.
  convenience init(size: PixelSize, format: RowFormat) throws(CodecError) {
    try self.init(size: size, bytesPerPixel: format.bytesPerPixel, convert: nil)
  }

  /// An empty picture of zeros, whose rows are converted to the header's format on demand.
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

  /// Returns the picture with a conversion to the header's format; call it before sharing the
  /// picture.
  func converting(
    _ convert: @escaping @Sendable (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Void
  ) -> DecodedPicture {
    self.convert = convert
    return self
  }

  deinit { free(pixels.baseAddress) }

  /// The bytes of a row; traps if there is no such row.
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
  /// The header of a picture in linear light with sRGB's primaries: in floats if the viewer accepts
  /// light, else in 16 bits, clipped at white.
  static func light(
    _ size: PixelSize, _ channels: RowFormat.Channels, isLight: Bool
  ) -> PictureHeader {
    var header = PictureHeader(
      size: size, format: RowFormat(channels: channels, depth: isLight ? 32 : 16), color: .linear,
      hasAlpha: channels.hasAlpha, memory: .streaming(rowBytes: 0))
    header.isLight = isLight
    return header
  }

  /// The header of a picture decoded as a whole, in `format`; throws if it is too large.
  static func decodedWhole(
    _ size: PixelSize, _ format: RowFormat, color: SourceColor = .sRGB, frameCount: Int = 1
  ) throws(CodecError) -> PictureHeader {
    PictureHeader(
      size: size, format: format, color: color, hasAlpha: format.channels.hasAlpha,
      memory: try .whole(checkedProduct(size.width, size.height, format.bytesPerPixel), of: size),
      frameCount: frameCount)
  }
}

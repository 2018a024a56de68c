import DecoderKit
import Geometry
import Resampling

/// The rows of an uncompressed TGA file.
struct TargaRows: StoredRows {
  let rowBytes: Int
  let format: RowFormat
  private let header: TargaHeader
  private let colors: TargaColors
  private var width: Int { header.size.width }

  /// The rows of a file.
  init(_ header: TargaHeader, _ colors: TargaColors) {
    self.header = header
    self.colors = colors
    rowBytes = header.size.width * header.pixelBytes
    format = Self.format(colors, isCut: false)
  }

  /// The format of the rows: four bytes per pixel, of which the fourth may be unused.
  static func format(_ colors: TargaColors, isCut: Bool) -> RowFormat {
    RowFormat(channels: colors.usesAlpha || isCut ? .rgba : .rgb, bytesPerPixel: 4)
  }

  func offset(ofRow row: Int) -> Int {
    header.pixels + rowBytes * (header.isTopDown ? row : header.size.height - 1 - row)
  }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    guard let source = stored.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    let pixels = target.assumingMemoryBound(to: UInt8.self)
    colors.convert(source, count: width, into: pixels)
    if header.isMirrored { Self.mirror(target, width: width) }
  }

  /// Reverses a row's pixels.
  static func mirror(_ row: UnsafeMutableRawPointer, width: Int) {
    var pixels = UnsafeMutableBufferPointer(
      start: row.assumingMemoryBound(to: UInt32.self), count: width)
    pixels.reverse()
  }
}

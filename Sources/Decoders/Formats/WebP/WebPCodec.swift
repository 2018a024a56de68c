import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// Decodes WebP files of one picture with libwebp, streaming rows from the top.
final class WebPCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let processors: Int
  private let image: WebPImage
  private var pass: Pass?

  /// One for decoding and one for reducing: with no more than these, a second thread of libwebp
  /// would compete with them.
  private static let processorsOfAPass = 2

  /// The running pass.
  private struct Pass {
    let reader: WebPImageReader
    var nextRow: Int
    let wanted: Range<Int>
  }

  /// A codec for a file's first frame.
  init(
    _ container: WebPContainer, in input: PictureInput, processors: Int
  ) throws(CodecError) {
    self.input = input
    self.processors = processors
    image = container.frames[0].image
    guard let memory = image.memory(pixelBytes: image.hasAlpha ? 4 : 3) else {
      throw CodecError(.tooLarge, "the picture is too large to be decoded")
    }
    header = PictureHeader(
      size: container.size, orientation: try container.orientation,
      format: RowFormat(channels: image.hasAlpha ? .rgba : .rgb), color: try container.color,
      hasAlpha: image.hasAlpha, memory: memory)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = nil
    let reader = try WebPImageReader(
      image, in: input, hasAlpha: header.hasAlpha,
      usesThreads: processors > Self.processorsOfAPass)
    pass = Pass(reader: reader, nextRow: request.rows.lowerBound, wanted: request.rows)
    return PassLayout(
      wholeRowsOf: header.size, for: request, rowsAtOnce: WebPSourceBytes.rowsPerStep)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let pass else { return 0 }
    let count = min(most, pass.wanted.upperBound - pass.nextRow)
    let made = try copyRows(
      from: pass.nextRow, count: count, of: pass.reader, into: rows, stride: stride)
    missing = missing ?? pass.reader.missing
    self.pass?.nextRow += made
    return made
  }

  /// Copies finished rows, or decodes more and copies none.
  private func copyRows(
    from first: Int, count: Int, of reader: WebPImageReader, into rows: UnsafeMutableRawPointer,
    stride: Int
  ) throws(CodecError) -> Int {
    if !reader.isAtEnd, reader.doneRows <= first {
      try reader.advance()
      guard reader.doneRows > first else {
        reader.release(upTo: min(reader.doneRows, first))
        return 0
      }
    }
    // Rows missing in a truncated file are blank.
    let made = reader.isAtEnd ? count : min(count, reader.doneRows - first)
    for row in 0..<made {
      if first + row < reader.doneRows {
        memcpy(rows + row * stride, reader.row(first + row), reader.rowBytes)
      } else {
        memset(rows + row * stride, 0, reader.rowBytes)
      }
    }
    reader.release(upTo: min(first + made, reader.doneRows))
    return made
  }

  var passProgress: Double {
    guard let pass else { return 1 }
    return Double(pass.reader.doneRows) / Double(max(1, pass.wanted.upperBound))
  }

  func endPass() { pass = nil }
}

import CPNG
import DecoderKit
import DecoderProtocol
import PNGReading

/// libpng's reader for one pass over a file.
final class PNGReader {
  private let reader: OpaquePointer
  /// The file's header; its pointers live as long as the reader.
  let header: fresnel_png_header
  /// The picture to read instead of the whole file.
  private let rebuilt: RebuiltPNG?

  /// The shape that the rows' memory depends on.
  var shape: RowShape { RowShape(header) }

  /// Reads everything before the pixels, from the file or from a synthesised picture.
  ///
  /// Throws `CodecError.changed` if the shape differs from an earlier reading.
  init(
    _ input: PictureInput, _ reading: HeaderReading, as rebuilt: RebuiltPNG? = nil
  ) throws(CodecError) {
    guard let reader = fresnel_png_reader_create(input.descriptor) else {
      throw CodecError(.tooLarge, "there is not enough memory to read the picture")
    }
    fresnel_png_reader_confine(reader, input.start, input.end)
    if let rebuilt { fresnel_png_reader_retell(reader, rebuilt.pieces, rebuilt.count) }
    self.rebuilt = rebuilt
    var header = fresnel_png_header()
    let status = fresnel_png_reader_read_header(reader, &header)
    guard status == FRESNEL_PNG_OK else {
      let failure = Self.failure(status, of: reader)
      fresnel_png_reader_destroy(reader)
      throw failure
    }
    self.reader = reader
    self.header = header
    try reading.check(self.shape)
  }

  deinit { fresnel_png_reader_destroy(reader) }

  /// True if the file ended before the picture did; later calls read nothing.
  private(set) var isCut = false

  /// True once any row could be read.
  var hasRead: Bool { rowsRead > 0 }

  private var rowsRead: Int { Int(fresnel_png_reader_rows_read(reader)) }

  /// Reads the next rows, `stride` bytes apart, and returns their number.
  ///
  /// Missing rows are left unchanged, and `isCut` is set.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, count: Int
  ) throws(CodecError) -> Int {
    let before = rowsRead
    let bytes = rows.assumingMemoryBound(to: UInt8.self)
    try checkUnlessCut { fresnel_png_reader_read_rows(reader, bytes, stride, UInt32(count)) }
    return rowsRead - before
  }

  func skipRows(_ count: Int) throws(CodecError) {
    try checkUnlessCut { fresnel_png_reader_skip_rows(reader, UInt32(count)) }
  }

  /// Checks the data after the last row.
  func finish() throws(CodecError) {
    try checkUnlessCut { fresnel_png_reader_finish(reader) }
  }

  private func checkUnlessCut(_ call: () -> fresnel_png_status) throws(CodecError) {
    if isCut { return }
    let status = call()
    isCut = status == FRESNEL_PNG_CUT
    guard status == FRESNEL_PNG_OK || isCut else { throw Self.failure(status, of: reader) }
  }

  private static func failure(_ status: fresnel_png_status, of reader: OpaquePointer)
    -> CodecError
  {
    let reason = String(cString: fresnel_png_reader_message(reader))
    switch status {
    case FRESNEL_PNG_UNREADABLE:
      return CodecError(.unreadable, "the file could not be read (\(reason))")
    case FRESNEL_PNG_NO_MEMORY:
      return CodecError(.tooLarge, "there is not enough memory to decode the picture")
    default:
      return CodecError(.corrupt, "the PNG file is damaged (\(reason))")
    }
  }
}

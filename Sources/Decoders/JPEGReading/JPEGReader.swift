import CJPEG
import DecoderKit
import DecoderProtocol
import Geometry

/// libjpeg's reader for one pass over a file.
package final class JPEGReader {
  private let reader: OpaquePointer
  /// The file's header; its pointers live as long as the reader.
  package let header: fresnel_jpeg_header

  /// Reads everything before the pixels; profile and EXIF only if `withMetadata`.
  ///
  /// Throws `CodecError.changed` if the shape differs from an earlier reading.
  package convenience init(
    _ input: PictureInput, _ reading: HeaderReading, withMetadata: Bool
  ) throws(CodecError) {
    guard let reader = fresnel_jpeg_reader_create(input.descriptor) else {
      throw CodecError(.tooLarge, "there is not enough memory to read the picture")
    }
    fresnel_jpeg_reader_confine(reader, input.start, input.end)
    try self.init(adopting: reader, withMetadata: withMetadata)
    try reading.check(self.shape)
  }

  /// Reads everything before the pixels of a file in memory, which must outlive the reader.
  package convenience init(lent bytes: UnsafeRawBufferPointer) throws(CodecError) {
    guard let reader = fresnel_jpeg_reader_create(-1) else { throw CodecError.noMemory }
    fresnel_jpeg_reader_lend(
      reader, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    try self.init(adopting: reader, withMetadata: true)
  }

  private init(adopting reader: OpaquePointer, withMetadata: Bool) throws(CodecError) {
    var header = fresnel_jpeg_header()
    let status = fresnel_jpeg_reader_read_header(reader, withMetadata, &header)
    guard status == FRESNEL_JPEG_OK else {
      let failure = Self.failure(status, of: reader)
      fresnel_jpeg_reader_destroy(reader)
      throw failure
    }
    self.reader = reader
    self.header = header
  }

  deinit { fresnel_jpeg_reader_destroy(reader) }

  /// The shape that the rows' memory depends on.
  package var shape: RowShape { RowShape(header) }

  /// True if the file ended before the picture did.
  package var isCut: Bool { fresnel_jpeg_reader_is_cut(reader) }

  /// Bytes read from the file.
  package var offset: Int { Int(clamping: fresnel_jpeg_reader_offset(reader)) }

  /// Makes an unstarted reader begin at an MCU row, whose data starts at `offset`, after the
  /// restart marker with this number.
  ///
  /// Its rows are those of the picture from there on.
  package func enter(row: Int, marker: Int, offset: Int) {
    fresnel_jpeg_reader_enter(reader, UInt32(row), UInt32(marker), UInt64(offset))
  }

  /// Starts the pass at a scale, for some columns of the scaled picture.
  package func start(eighths: Int, columns: Range<Int>) throws(CodecError) -> fresnel_jpeg_layout {
    var layout = fresnel_jpeg_layout()
    try check(
      fresnel_jpeg_reader_start(
        reader, UInt32(eighths), UInt32(columns.lowerBound), UInt32(columns.count), &layout))
    return layout
  }

  /// Decodes part of a multi-scan picture; returns true once rows can be read.
  package func prepare(units: Int) throws(CodecError) -> Bool {
    var isReady = false
    try check(fresnel_jpeg_reader_prepare(reader, UInt32(units), &isReady))
    return isReady
  }

  /// True if the DC coefficients of all blocks have been decoded, but no rows yet.
  package var hasMeans: Bool { fresnel_jpeg_reader_has_means(reader) }

  /// The layout of a component's block means in the picture.
  package func means(of component: UInt32) -> fresnel_jpeg_means {
    fresnel_jpeg_reader_means(reader, component)
  }

  /// A component's block means, row by row.
  package func readMeans(of component: UInt32, width: Int, height: Int) throws(CodecError)
    -> [UInt8]
  {
    var samples = [UInt8](repeating: 0, count: width * height)
    var status = FRESNEL_JPEG_OK
    samples.withUnsafeMutableBufferPointer { samples in
      for row in 0..<height where status == FRESNEL_JPEG_OK {
        let target = samples.baseAddress.map { $0 + row * width }
        status = fresnel_jpeg_reader_read_means(reader, component, UInt32(row), target)
      }
    }
    try check(status)
    return samples
  }

  /// Rewinds a multi-scan picture to its top, after parsing some of the current scan; returns true
  /// when done.
  package func rewind(units: Int) throws(CodecError) -> Bool {
    var isReady = false
    try check(fresnel_jpeg_reader_rewind(reader, UInt32(units), &isReady))
    return isReady
  }

  /// Reads an unstarted picture to its end; returns its size in bytes.
  package func readToEnd() throws(CodecError) -> Int {
    var end: UInt64 = 0
    try check(fresnel_jpeg_reader_read_to_end(reader, &end))
    return isCut ? 0 : Int(clamping: end)
  }

  /// Skips the next rows.
  package func skipRows(_ count: Int) throws(CodecError) {
    try check(fresnel_jpeg_reader_skip_rows(reader, UInt32(count)))
  }

  /// Reads the next rows, `stride` bytes apart.
  package func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, count: Int
  ) throws(CodecError) -> Int {
    var got: UInt32 = 0
    let bytes = rows.assumingMemoryBound(to: UInt8.self)
    try check(fresnel_jpeg_reader_read_rows(reader, bytes, stride, UInt32(count), &got))
    return Int(got)
  }

  private func check(_ status: fresnel_jpeg_status) throws(CodecError) {
    guard status == FRESNEL_JPEG_OK else { throw Self.failure(status, of: reader) }
  }

  private static func failure(_ status: fresnel_jpeg_status, of reader: OpaquePointer)
    -> CodecError
  {
    let reason = String(cString: fresnel_jpeg_reader_message(reader))
    switch status {
    case FRESNEL_JPEG_UNREADABLE:
      return CodecError(.unreadable, "the file could not be read (\(reason))")
    case FRESNEL_JPEG_NO_MEMORY:
      return CodecError(.tooLarge, "there is not enough memory to decode the picture")
    case FRESNEL_JPEG_UNSUPPORTED:
      return CodecError(.unsupported, "this kind of JPEG is not supported (\(reason))")
    default:
      return CodecError(.corrupt, "the JPEG file is damaged (\(reason))")
    }
  }
}

extension RowShape {
  /// The shape of libjpeg's output, and of the MCUs at which it can be entered.
  package init(_ header: fresnel_jpeg_header) {
    let numbers = [header.unit_width, header.unit_height, header.restart_interval]
    let flags = [header.is_whole, header.is_progressive, header.is_inverted]
    self.init(
      size: PixelSize(width: Int(header.width), height: Int(header.height)),
      details: [Int(header.channels), Int(header.color.rawValue)] + numbers.map { Int($0) }
        + flags.map { $0 ? 1 : 0 })
  }
}

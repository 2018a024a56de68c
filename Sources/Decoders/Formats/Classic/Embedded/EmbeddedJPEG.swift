import CJPEG
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A JPEG file inside another file, decoded as a whole.
struct EmbeddedJPEG {
  let size: PixelSize
  let format: RowFormat
  let color: SourceColor
  private let input: PictureInput
  private let shape: RowShape

  /// Reads everything before the pixels.
  init(_ input: PictureInput) throws(CodecError) {
    let reader = try Reader(input, .first)
    let header = reader.header
    let channels: RowFormat.Channels =
      header.channels == 1 ? .gray : header.channels == 3 ? .rgb : .cmyk
    self.input = input
    shape = RowShape(header)
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    format = RowFormat(channels: channels)
    // The reader owns the profile's bytes.
    color = withExtendedLifetime(reader) {
      guard let profile = header.icc else { return .sRGB }
      return .icc(Array(UnsafeBufferPointer(start: profile, count: header.icc_count)))
    }
  }

  /// Decodes all rows.
  func picture() throws(CodecError) -> DecodedPicture {
    let reader = try Reader(input, .again(shape))
    let picture = try DecodedPicture(size: size, format: format)
    var layout = fresnel_jpeg_layout()
    try reader.check(
      fresnel_jpeg_reader_start(reader.handle, 8, 0, UInt32(size.width), &layout))
    var isReady = false
    while !isReady { try reader.check(fresnel_jpeg_reader_prepare(reader.handle, 64, &isReady)) }
    guard Int(layout.column_count) == size.width, Int(layout.height) == size.height else {
      throw CodecError(.corrupt, "the JPEG inside the file is damaged")
    }
    var row = 0
    while row < size.height {
      var got = UInt32(0)
      try reader.check(
        fresnel_jpeg_reader_read_rows(
          reader.handle,
          picture.row(row).baseAddress?.assumingMemoryBound(to: UInt8.self), picture.rowBytes,
          UInt32(size.height - row), &got))
      guard got > 0 else { break }
      row += Int(got)
    }
    if row < size.height || fresnel_jpeg_reader_is_cut(reader.handle) {
      picture.missing = .endsTooEarly
    }
    return picture
  }

  /// libjpeg's reader with the file's header.
  private final class Reader {
    let handle: OpaquePointer
    let header: fresnel_jpeg_header

    init(_ input: PictureInput, _ reading: HeaderReading) throws(CodecError) {
      guard let handle = fresnel_jpeg_reader_create(input.descriptor) else { throw .noMemory }
      fresnel_jpeg_reader_confine(handle, input.start, input.end)
      var header = fresnel_jpeg_header()
      let status = fresnel_jpeg_reader_read_header(handle, true, &header)
      self.handle = handle
      self.header = header
      try check(status)
      try reading.check(RowShape(self.header))
    }

    deinit { fresnel_jpeg_reader_destroy(handle) }

    func check(_ status: fresnel_jpeg_status) throws(CodecError) {
      let reason = String(cString: fresnel_jpeg_reader_message(handle))
      switch status {
      case FRESNEL_JPEG_OK: return
      case FRESNEL_JPEG_UNREADABLE:
        throw CodecError(.unreadable, "the file could not be read (\(reason))")
      case FRESNEL_JPEG_NO_MEMORY: throw .noMemory
      case FRESNEL_JPEG_UNSUPPORTED:
        throw CodecError(
          .unsupported, "this kind of JPEG inside a file is not supported (\(reason))"
        )
      default:
        throw CodecError(.corrupt, "the JPEG inside the file is damaged (\(reason))")
      }
    }
  }
}

extension RowShape {
  /// The shape of libjpeg's output.
  fileprivate init(_ header: fresnel_jpeg_header) {
    self.init(
      size: PixelSize(width: Int(header.width), height: Int(header.height)),
      details: [Int(header.channels)])
  }
}

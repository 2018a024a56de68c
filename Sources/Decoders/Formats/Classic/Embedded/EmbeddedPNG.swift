import CPNG
import DecoderKit
import DecoderProtocol
import Geometry
import PNGReading
import Resampling

/// A PNG file inside another file, decoded as a whole.
struct EmbeddedPNG {
  let size: PixelSize
  let format: RowFormat
  let color: SourceColor
  private let input: PictureInput
  private let shape: RowShape

  /// True if `bytes` start with PNG's signature.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  /// Reads everything before the pixels.
  init(_ input: PictureInput) throws(CodecError) {
    let reader = try Reader(input, .first)
    let header = reader.header
    self.input = input
    shape = RowShape(header)
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    format = RowFormat(header)
    // The reader owns the profile's bytes.
    color = withExtendedLifetime(reader) { SourceColor(header) }
  }

  /// Decodes all rows; rows missing in the file stay empty.
  func picture() throws(CodecError) -> DecodedPicture {
    let reader = try Reader(input, .again(shape))
    let picture = try DecodedPicture(size: size, format: format)
    guard reader.header.row_bytes == picture.rowBytes, !size.isEmpty,
      let pixels = picture.pixels.baseAddress
    else { throw CodecError(.corrupt, "the PNG file is damaged") }
    for _ in 0..<(reader.header.is_interlaced ? 7 : 1) {
      let status = fresnel_png_reader_read_rows(
        reader.handle, pixels.assumingMemoryBound(to: UInt8.self), picture.rowBytes,
        UInt32(size.height))
      if status == FRESNEL_PNG_OK { continue }
      guard fresnel_png_reader_rows_read(reader.handle) > 0 else { throw reader.failure(status) }
      picture.missing =
        status == FRESNEL_PNG_CUT
        ? .endsTooEarly : "damaged parts of the picture are missing"
      break
    }
    return picture
  }

  /// libpng's reader with the file's header.
  private final class Reader {
    let handle: OpaquePointer
    let header: fresnel_png_header

    init(_ input: PictureInput, _ reading: HeaderReading) throws(CodecError) {
      guard let handle = fresnel_png_reader_create(input.descriptor) else { throw .noMemory }
      fresnel_png_reader_confine(handle, input.start, input.end)
      var header = fresnel_png_header()
      let status = fresnel_png_reader_read_header(handle, &header)
      self.handle = handle
      self.header = header
      if status != FRESNEL_PNG_OK { throw failure(status) }
      try reading.check(RowShape(self.header))
    }

    deinit { fresnel_png_reader_destroy(handle) }

    func failure(_ status: fresnel_png_status) -> CodecError {
      let reason = String(cString: fresnel_png_reader_message(handle))
      switch status {
      case FRESNEL_PNG_UNREADABLE:
        return CodecError(.unreadable, "the file could not be read (\(reason))")
      case FRESNEL_PNG_NO_MEMORY: return .noMemory
      default: return CodecError(.corrupt, "the PNG inside the file is damaged (\(reason))")
      }
    }
  }
}

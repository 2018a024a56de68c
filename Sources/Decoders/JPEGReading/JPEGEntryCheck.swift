import CJPEG
import DecoderProtocol

/// Checks that the installed libjpeg can be entered at restart markers, as `enter` does.
///
/// That depends on libjpeg's internals (pins.h), and the system's library may be newer than the one
/// Fresnel was built with. So a small picture is first decoded whole and from the middle.
package enum JPEGEntryCheck {
  /// True if both decodings gave the same rows.
  ///
  /// It takes some tenths of a millisecond, once.
  package static let isSound = agrees(row: 2, marker: 1)

  private static let (width, height, unit) = (48, 64, 16)

  /// True if the rows after entering at an MCU row, after a restart marker, equal those of the
  /// whole picture.
  ///
  /// The first of them is not compared: it is interpolated with the row above.
  package static func agrees(row: Int, marker: Int) -> Bool {
    guard let bytes = picture(), let offset = dataOffset(behind: row - 1, in: bytes) else {
      return false
    }
    let above = row * unit
    guard let whole = rows(of: bytes, count: height, entering: nil),
      let entered = rows(
        of: bytes, count: height - above, entering: (row: row, marker: marker, offset: offset))
    else { return false }
    return whole.dropFirst((above + 1) * width * 3).elementsEqual(entered.dropFirst(width * 3))
  }

  /// A picture of MCUs of 16 × 16 pixels, with a restart marker after each MCU row.
  private static func picture() -> [UInt8]? {
    guard let writer = fresnel_jpeg_writer_create_in_memory() else { return nil }
    defer { fresnel_jpeg_writer_destroy(writer) }
    var options = fresnel_jpeg_options()
    (options.width, options.height) = (UInt32(width), UInt32(height))
    options.color = FRESNEL_JPEG_YCBCR
    options.quality = 90
    (options.horizontal, options.vertical, options.restart_rows) = (2, 2, 1)
    let samples = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* $0 / 97) }
    guard fresnel_jpeg_writer_start(writer, &options) == FRESNEL_JPEG_OK,
      fresnel_jpeg_writer_write_rows(writer, samples, width * 3, UInt32(height))
        == FRESNEL_JPEG_OK,
      fresnel_jpeg_writer_finish(writer) == FRESNEL_JPEG_OK
    else { return nil }
    var count = 0
    let bytes = fresnel_jpeg_writer_bytes(writer, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The offset of the data after a restart marker; so small a picture uses each number only once.
  private static func dataOffset(behind marker: Int, in bytes: [UInt8]) -> Int? {
    let place = bytes.indices.dropLast().last {
      bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD0 + UInt8(marker)
    }
    return place.map { $0 + 2 }
  }

  private static func rows(
    of bytes: [UInt8], count: Int, entering entry: (row: Int, marker: Int, offset: Int)?
  ) -> [UInt8]? {
    bytes.withUnsafeBytes { bytes in
      guard let reader = try? JPEGReader(lent: bytes) else { return nil }
      if let entry { reader.enter(row: entry.row, marker: entry.marker, offset: entry.offset) }
      guard let layout = try? reader.start(eighths: 8, columns: 0..<width),
        layout.column_count == width, layout.height >= count
      else { return nil }
      var rows = [UInt8](repeating: 0, count: count * width * 3)
      let got = rows.withUnsafeMutableBytes { rows in
        rows.baseAddress.flatMap {
          try? reader.readRows(into: $0, stride: width * 3, count: count)
        }
      }
      return got == count ? rows : nil
    }
  }
}

import CPNG
import Geometry

/// A PNG that is compressed once it has all its rows, because zlib's state is larger than they are.
final class PNGTile: TileEncoder {
  private var rows: BufferedRows

  /// zlib's level: higher ones take much longer for hardly smaller tiles.
  static let compressionLevel: Int32 = 3

  init(_ size: PixelSize, hasAlpha: Bool) throws(EncodingError) {
    rows = try BufferedRows(size, hasAlpha: hasAlpha)
  }

  func add(row: UnsafePointer<UInt8>) throws(EncodingError) { rows.add(row) }

  func finish<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(EncodingError) -> Result {
    let size = rows.size
    guard
      let writer = fresnel_png_writer_create_in_memory(
        UInt32(size.width), UInt32(size.height), Int32(rows.channels), Self.compressionLevel)
    else { throw EncodingError(isForMemory: true) }
    defer { fresnel_png_writer_destroy(writer) }
    try check(fresnel_png_writer_start(writer))
    try check(
      fresnel_png_writer_write_rows(writer, rows.base, rows.stride, UInt32(size.height)))
    try check(fresnel_png_writer_finish(writer))
    var count = 0
    let bytes = fresnel_png_writer_bytes(writer, &count)
    return body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  private func check(_ status: fresnel_png_status) throws(EncodingError) {
    guard status != FRESNEL_PNG_OK else { return }
    throw EncodingError(isForMemory: status == FRESNEL_PNG_NO_MEMORY)
  }

  var finishesSlowly: Bool { true }
  var heldBytes: Int { rows.byteCount }
}

import CPNG
import Geometry
import Glibc

/// Writes a PNG; large ones are compressed less, since it would take minutes.
final class PNGSink: RowSink {
  private let file: Int32
  private let writer: OpaquePointer
  private let stride: Int

  /// Starts a picture in an open file, which the sink closes.
  init(file: Int32, size: PixelSize) throws(PictureError) {
    let level: Int32 = size.width * size.height > 30_000_000 ? 1 : 4
    guard
      let writer = fresnel_png_writer_create(
        file, UInt32(size.width), UInt32(size.height), 3, level)
    else { throw PictureError("no memory") }
    self.file = file
    self.writer = writer
    stride = size.width * 3
    try check(fresnel_png_writer_start(writer))
  }

  deinit {
    fresnel_png_writer_destroy(writer)
    close(file)
  }

  func write(_ rows: UnsafePointer<UInt8>, count: Int) throws(PictureError) {
    try check(fresnel_png_writer_write_rows(writer, rows, stride, UInt32(count)))
  }

  func finish() throws(PictureError) { try check(fresnel_png_writer_finish(writer)) }

  private func check(_ status: fresnel_png_status) throws(PictureError) {
    if status == FRESNEL_PNG_OK { return }
    throw PictureError(String(cString: fresnel_png_writer_message(writer)))
  }
}

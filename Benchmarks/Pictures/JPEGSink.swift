import CJPEG
import Geometry
import Glibc

/// Writes a JPEG of usual quality, with subsampled chroma.
final class JPEGSink: RowSink {
  private let file: Int32
  private let writer: OpaquePointer
  private let stride: Int

  /// Starts a picture in an open file, which the sink closes.
  init(file: Int32, size: PixelSize) throws(PictureError) {
    guard let writer = fresnel_jpeg_writer_create(file) else { throw PictureError("no memory") }
    self.file = file
    self.writer = writer
    stride = size.width * 3
    var options = fresnel_jpeg_options()
    options.width = UInt32(size.width)
    options.height = UInt32(size.height)
    options.color = FRESNEL_JPEG_YCBCR
    options.quality = 88
    options.horizontal = 2
    options.vertical = 2
    try check(fresnel_jpeg_writer_start(writer, &options))
  }

  deinit {
    fresnel_jpeg_writer_destroy(writer)
    close(file)
  }

  func write(_ rows: UnsafePointer<UInt8>, count: Int) throws(PictureError) {
    try check(fresnel_jpeg_writer_write_rows(writer, rows, stride, UInt32(count)))
  }

  func finish() throws(PictureError) { try check(fresnel_jpeg_writer_finish(writer)) }

  private func check(_ status: fresnel_jpeg_status) throws(PictureError) {
    if status == FRESNEL_JPEG_OK { return }
    throw PictureError(String(cString: fresnel_jpeg_writer_message(writer)))
  }
}

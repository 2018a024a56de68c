import CJPEG
import CPNG
import Platform

/// Writes pictures band by band, so that only one band of rows is in memory.
enum PictureWriter {
  /// The number of rows that are made and written at a time.
  private static let bandRows = 256

  /// Writes a PNG with three or four channels; `pixel` returns each colour and runs on any thread.
  static func writePNG(
    to file: Int32, width: Int, height: Int, channels: Int, pixel: @escaping Painter
  ) throws(SampleError) {
    guard
      let writer = fresnel_png_writer_create(
        file, UInt32(width), UInt32(height), Int32(channels), 6)
    else { throw SampleError("no memory") }
    defer { fresnel_png_writer_destroy(writer) }
    func check(_ status: fresnel_png_status) throws(SampleError) {
      guard status == FRESNEL_PNG_OK else {
        throw SampleError(String(cString: fresnel_png_writer_message(writer)))
      }
    }
    try check(fresnel_png_writer_start(writer))
    try writeBands(width: width, height: height, channels: channels, pixel: pixel) {
      (rows, stride, count) throws(SampleError) in
      try check(fresnel_png_writer_write_rows(writer, rows, stride, UInt32(count)))
    }
    try check(fresnel_png_writer_finish(writer))
  }

  /// Writes a JPEG with three channels, and an EXIF segment if `exif` is not empty.
  static func writeJPEG(
    to file: Int32, width: Int, height: Int, exif: [UInt8] = [],
    pixel: @escaping Painter
  ) throws(SampleError) {
    guard let writer = fresnel_jpeg_writer_create(file) else { throw SampleError("no memory") }
    defer { fresnel_jpeg_writer_destroy(writer) }
    func check(_ status: fresnel_jpeg_status) throws(SampleError) {
      guard status == FRESNEL_JPEG_OK else {
        throw SampleError(String(cString: fresnel_jpeg_writer_message(writer)))
      }
    }
    let status = exif.withUnsafeBufferPointer { exif in
      var options = fresnel_jpeg_options()
      options.width = UInt32(width)
      options.height = UInt32(height)
      options.color = FRESNEL_JPEG_YCBCR
      options.quality = 90
      options.horizontal = 2
      options.vertical = 2
      options.exif = exif.isEmpty ? nil : exif.baseAddress
      options.exif_count = exif.count
      return fresnel_jpeg_writer_start(writer, &options)
    }
    try check(status)
    try writeBands(width: width, height: height, channels: 3, pixel: pixel) {
      (rows, stride, count) throws(SampleError) in
      try check(fresnel_jpeg_writer_write_rows(writer, rows, stride, UInt32(count)))
    }
    try check(fresnel_jpeg_writer_finish(writer))
  }

  /// Makes the rows in order, each band on all processors, and passes them to `write`.
  private static func writeBands(
    width: Int, height: Int, channels: Int, pixel: @escaping Painter,
    write: (UnsafePointer<UInt8>, Int, Int) throws(SampleError) -> Void
  ) throws(SampleError) {
    let stride = width * channels
    let band = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * bandRows)
    defer { band.deallocate() }
    for first in Swift.stride(from: 0, to: height, by: bandRows) {
      let count = min(bandRows, height - first)
      // Each row is written by one thread only, and read after all threads have finished.
      nonisolated(unsafe) let rows = band
      forEachInParallel(count) { row in
        var target = rows + row * stride
        for column in 0..<width {
          pixel(column, first + row).store(to: target, channels: channels)
          target += channels
        }
      }
      try write(band, stride, count)
    }
  }
}

/// Returns the colour of the pixel in a column and a row.
typealias Painter = @Sendable (_ column: Int, _ row: Int) -> Color

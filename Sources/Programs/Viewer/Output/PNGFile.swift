import CPNG
import Geometry
import Platform

/// A PNG file being written: 8-bit RGBA, straight alpha, whole rows from top to bottom.
package struct PNGFile: ~Copyable {
  /// The final name of a file.
  package enum Destination: Hashable, Sendable {
    /// A path, replacing an existing file.
    case replacing([UInt8])
    /// A path that no file has: one that has it stays as it is, and the picture is not written.
    case new([UInt8])
    /// The first free name of a series.
    case free(UniqueFileName)
    /// An open descriptor, which the caller keeps.
    case open(Int32)
  }

  private let writer: PNGWriter
  private let file: OutputFile
  private let width: Int

  /// Creates a file for a picture of a size.
  init(_ destination: Destination, size: PixelSize) throws(UserError) {
    let file = try OutputFile(destination)
    guard let writer = PNGWriter(descriptor: file.number, size: size) else {
      throw file.failure("out of memory")
    }
    self.writer = writer
    self.file = file
    width = size.width
  }

  /// Writes everything before the pixels.
  func start() throws(UserError) { try check(fresnel_png_writer_start(writer.pointer)) }

  /// Writes rows; `pixels` contains whole rows with four bytes per pixel.
  func write(_ pixels: [UInt8]) throws(UserError) {
    let rows = pixels.count / (width * 4)
    let status = pixels.withUnsafeBufferPointer { bytes in
      fresnel_png_writer_write_rows(
        writer.pointer, bytes.baseAddress, width * 4, UInt32(clamping: rows))
    }
    try check(status)
  }

  /// Completes the file, renames it to its final name and returns the path.
  consuming func finish() throws(UserError) -> [UInt8] {
    try check(fresnel_png_writer_finish(writer.pointer))
    return try file.finish()
  }

  private func check(_ status: fresnel_png_status) throws(UserError) {
    guard status != FRESNEL_PNG_OK else { return }
    let message = fresnel_png_writer_message(writer.pointer).map { String(cString: $0) } ?? ""
    throw file.failure("could not be written: \(message)")
  }
}

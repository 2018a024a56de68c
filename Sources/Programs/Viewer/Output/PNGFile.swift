import CPNG
import Geometry
import Platform

/// A PNG file being written: RGBA of 8 bits, straight alpha, whole rows from top to bottom.
package struct PNGFile: ~Copyable {
  /// What the file is to be called.
  package enum Destination: Hashable, Sendable {
    /// A path, in place of what is there.
    case replacing([UInt8])
    /// The first name of a series that is free.
    case free(FreeName)
  }

  private let writer: PNGWriter
  private let file: OutputFile
  private let width: Int

  /// Starts a file of a size.
  init(_ destination: Destination, size: PixelSize) throws(UserError) {
    let file = try OutputFile(destination)
    guard let writer = PNGWriter(descriptor: file.number, size: size) else {
      throw file.failure("out of memory")
    }
    self.writer = writer
    self.file = file
    width = size.width
  }

  /// Writes what comes before the pixels.
  func start() throws(UserError) { try check(fresnel_png_writer_start(writer.pointer)) }

  /// Adds rows; `pixels` holds whole rows of four bytes a pixel.
  func write(_ pixels: [UInt8]) throws(UserError) {
    let rows = pixels.count / (width * 4)
    let status = pixels.withUnsafeBufferPointer { bytes in
      fresnel_png_writer_write_rows(
        writer.pointer, bytes.baseAddress, width * 4, UInt32(clamping: rows))
    }
    try check(status)
  }

  /// Ends the file, gives it its name and tells its path.
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

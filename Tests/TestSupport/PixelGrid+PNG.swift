import CLinux
import CPNG
import Geometry
import Glibc
import Platform

extension PixelGrid {
  /// A PNG file couldn't be read or written.
  public struct FileFailure: Error, CustomStringConvertible {
    /// The reason.
    public var description: String
  }

  /// Writes a PNG file: RGB if all pixels are opaque, otherwise RGBA.
  public func write(to path: String) throws {
    let number = fresnel_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw Errno.last("open") }
    let file = FileDescriptor(adopting: number)
    let isOpaque = words.allSatisfy { $0 >> 24 == 255 }
    let channels = isOpaque ? 3 : 4
    let writer = fresnel_png_writer_create(
      file.number, UInt32(size.width), UInt32(size.height), Int32(channels), 1)
    guard let writer else { throw FileFailure(description: "no writer") }
    defer { fresnel_png_writer_destroy(writer) }
    let bytes = [UInt8](unsafeUninitializedCapacity: words.count * channels) { bytes, count in
      var next = 0
      for word in words {
        bytes[next] = UInt8(truncatingIfNeeded: word >> 16)
        bytes[next &+ 1] = UInt8(truncatingIfNeeded: word >> 8)
        bytes[next &+ 2] = UInt8(truncatingIfNeeded: word)
        if !isOpaque { bytes[next &+ 3] = UInt8(truncatingIfNeeded: word >> 24) }
        next &+= channels
      }
      count = next
    }
    guard fresnel_png_writer_start(writer) == FRESNEL_PNG_OK,
      fresnel_png_writer_write_rows(writer, bytes, size.width * channels, UInt32(size.height))
        == FRESNEL_PNG_OK, fresnel_png_writer_finish(writer) == FRESNEL_PNG_OK
    else {
      throw FileFailure(
        description: fresnel_png_writer_message(writer).map { String(cString: $0) } ?? path)
    }
  }

  /// Reads a PNG file with 8 bits per channel; grey becomes RGB.
  public init(png path: String) throws {
    let file = try FileDescriptor.openForReading(Array(path.utf8))
    guard let reader = fresnel_png_reader_create(file.number) else {
      throw FileFailure(description: "no reader")
    }
    defer { fresnel_png_reader_destroy(reader) }
    var header = fresnel_png_header()
    guard fresnel_png_reader_read_header(reader, &header) == FRESNEL_PNG_OK, header.depth == 8
    else { throw FileFailure(description: "\(path): not a PNG file of 8 bits") }
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let stride = header.row_bytes
    var bytes = [UInt8](repeating: 0, count: stride * size.height)
    guard
      fresnel_png_reader_read_rows(reader, &bytes, stride, header.height) == FRESNEL_PNG_OK
    else { throw FileFailure(description: "\(path): broken") }
    let channels = Int(header.channels)
    let words = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { words, count in
      bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let at = y &* stride &+ x &* channels
            let isGrey = channels < 3
            let red = UInt32(bytes[at])
            let green = UInt32(bytes[isGrey ? at : at &+ 1])
            let blue = UInt32(bytes[isGrey ? at : at &+ 2])
            let alpha = channels % 2 == 0 ? UInt32(bytes[at &+ channels &- 1]) : 255
            words[y &* size.width &+ x] = alpha << 24 | red << 16 | green << 8 | blue
          }
        }
      }
      count = size.width * size.height
    }
    self.init(size: size, words: words)
  }
}

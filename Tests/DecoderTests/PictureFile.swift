import CJPEG
import CLinux
import CPNG
import Glibc
import Platform

/// A picture's file, in memory.
final class PictureFile: Sendable {
  let descriptor: FileDescriptor

  /// Creates a file in memory.
  init(_ bytes: [UInt8] = []) {
    descriptor = FileDescriptor(adopting: fresnel_memfd_create("picture", UInt32(MFD_CLOEXEC)))
    precondition((try? FileDescriptor.writeAll(bytes[...], to: descriptor.number)) != nil)
  }

  /// Opens a file on disk.
  init?(path: String) {
    guard let file = try? FileDescriptor.openForReading(Array(path.utf8)) else { return nil }
    descriptor = file
  }

  /// All bytes of the file.
  var bytes: [UInt8] {
    var status = stat()
    fstat(descriptor.number, &status)
    let limit = Int(status.st_size)
    return (try? FileDescriptor.readAll(descriptor.number, at: 0, limit: limit)) ?? []
  }

  /// Overwrites the file in place, as a program does that saves over an open picture.
  func rewrite(_ bytes: [UInt8]) {
    precondition((try? FileDescriptor.writeAll(bytes[...], to: descriptor.number, at: 0)) != nil)
    precondition(ftruncate(descriptor.number, off_t(bytes.count)) == 0)
  }

  /// A JPEG written by libjpeg.
  static func jpeg(
    _ samples: [UInt8], _ options: fresnel_jpeg_options, exif: [UInt8] = [], icc: [UInt8] = []
  ) -> PictureFile {
    let file = PictureFile()
    guard let writer = fresnel_jpeg_writer_create(file.descriptor.number) else {
      fatalError("memory")
    }
    defer { fresnel_jpeg_writer_destroy(writer) }
    let stride = samples.count / Int(options.height)
    exif.withUnsafeBufferPointer { exif in
      icc.withUnsafeBufferPointer { icc in
        var options = options
        options.exif = exif.isEmpty ? nil : exif.baseAddress
        options.exif_count = exif.count
        options.icc = icc.isEmpty ? nil : icc.baseAddress
        options.icc_count = icc.count
        precondition(fresnel_jpeg_writer_start(writer, &options) == FRESNEL_JPEG_OK)
      }
    }
    precondition(
      fresnel_jpeg_writer_write_rows(writer, samples, stride, options.height) == FRESNEL_JPEG_OK)
    precondition(fresnel_jpeg_writer_finish(writer) == FRESNEL_JPEG_OK)
    return file
  }

  /// A PNG written by the viewer's own writer.
  static func png(_ samples: [UInt8], width: Int, height: Int, channels: Int) -> PictureFile {
    let file = PictureFile()
    guard
      let writer = fresnel_png_writer_create(
        file.descriptor.number, UInt32(width), UInt32(height), Int32(channels), 1)
    else { fatalError("memory") }
    defer { fresnel_png_writer_destroy(writer) }
    precondition(fresnel_png_writer_start(writer) == FRESNEL_PNG_OK)
    precondition(
      fresnel_png_writer_write_rows(writer, samples, width * channels, UInt32(height))
        == FRESNEL_PNG_OK)
    precondition(fresnel_png_writer_finish(writer) == FRESNEL_PNG_OK)
    return file
  }
}

extension fresnel_jpeg_options {
  /// The default options of a JPEG.
  static func usual(width: Int, height: Int) -> fresnel_jpeg_options {
    var options = fresnel_jpeg_options()
    options.width = UInt32(width)
    options.height = UInt32(height)
    options.color = FRESNEL_JPEG_YCBCR
    options.quality = 90
    options.horizontal = 1
    options.vertical = 1
    return options
  }
}

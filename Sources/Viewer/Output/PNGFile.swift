import CLinux
import CPNG
import Geometry
import Glibc
import Platform

/// A PNG file being written: RGBA of 8 bits, straight alpha, rows from top to bottom.
///
/// The picture is written beside its final name and takes it when it is complete, so that a run
/// that fails leaves what was there before.
struct PNGFile: ~Copyable {
  private let writer: PNGWriter
  private let descriptor: FileDescriptor
  private let path: [UInt8]
  private let unfinished: UnfinishedFile
  private let width: Int

  /// Starts a file of a size; `path` is bytes without a zero.
  init(path: [UInt8], size: PixelSize) throws(UserError) {
    let isPlain = Self.mayBeReplaced(path)
    let temporaryPath = isPlain ? path + Array(".\(getpid()).part".utf8) : path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isPlain ? O_EXCL : O_TRUNC)
    let number = temporaryPath.withCPath { fresnel_open($0, flags, 0o666) }
    guard number >= 0 else {
      throw UserError(sentence: "\(escapedForDisplay(path)): \(Errno.last("open").message)")
    }
    let descriptor = FileDescriptor(adopting: number)
    let unfinished = UnfinishedFile(path: temporaryPath, isOurs: isPlain)
    guard let writer = PNGWriter(descriptor: number, size: size) else {
      throw UserError(sentence: "\(escapedForDisplay(path)): out of memory")
    }
    self.writer = writer
    self.descriptor = descriptor
    self.path = path
    self.unfinished = unfinished
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

  /// Ends the file and gives it its name.
  consuming func finish() throws(UserError) {
    try check(fresnel_png_writer_finish(writer.pointer))
    do throws(Errno) {
      try unfinished.rename(to: path)
    } catch {
      throw UserError(sentence: "\(escapedForDisplay(path)): \(error.message)")
    }
  }

  private func check(_ status: fresnel_png_status) throws(UserError) {
    guard status != FRESNEL_PNG_OK else { return }
    let message = fresnel_png_writer_message(writer.pointer).map { String(cString: $0) } ?? ""
    throw UserError(sentence: "\(escapedForDisplay(path)): could not be written: \(message)")
  }

  /// Whether the name is free or a plain file's: a device or a pipe is written to as it is.
  private static func mayBeReplaced(_ path: [UInt8]) -> Bool {
    var status = stat()
    guard path.withCPath({ stat($0, &status) }) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }
}

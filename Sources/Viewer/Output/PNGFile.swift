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
  private let writer: OpaquePointer
  private let descriptor: FileDescriptor
  private let path: [UInt8]
  private let temporaryPath: [UInt8]
  private let width: Int

  /// Quick rather than small: the writing must not take longer than the decoding.
  private static let compressionLevel: Int32 = 3

  /// Starts a file of a size; `path` is bytes without a zero.
  init(path: [UInt8], size: PixelSize) throws(UserError) {
    self.path = path
    width = size.width
    let isRegular = Self.mayBeReplaced(path)
    temporaryPath = isRegular ? path + Array(".\(getpid()).part".utf8) : path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isRegular ? O_EXCL : O_TRUNC)
    let number = Self.withCString(temporaryPath) { fresnel_open($0, flags, 0o666) }
    guard number >= 0 else {
      throw UserError(sentence: "\(escapedForDisplay(path)): \(Errno.last("open").message)")
    }
    descriptor = FileDescriptor(adopting: number)
    guard
      let writer = fresnel_png_writer_create(
        number, UInt32(clamping: size.width), UInt32(clamping: size.height), 4,
        Self.compressionLevel)
    else {
      throw UserError(sentence: "\(escapedForDisplay(path)): out of memory")
    }
    self.writer = writer
    try check(fresnel_png_writer_start(writer))
  }

  deinit { fresnel_png_writer_destroy(writer) }

  /// Adds rows; `pixels` holds whole rows of four bytes a pixel.
  mutating func write(_ pixels: [UInt8]) throws(UserError) {
    let rows = pixels.count / (width * 4)
    let status = pixels.withUnsafeBufferPointer { bytes in
      fresnel_png_writer_write_rows(writer, bytes.baseAddress, width * 4, UInt32(clamping: rows))
    }
    try check(status)
  }

  /// Ends the file and gives it its name.
  consuming func finish() throws(UserError) {
    try check(fresnel_png_writer_finish(writer))
    guard temporaryPath != path else { return }
    let status = Self.withCString(temporaryPath) { from in
      Self.withCString(path) { rename(from, $0) }
    }
    guard status == 0 else {
      let error = Errno.last("rename")
      abandon()
      throw UserError(sentence: "\(escapedForDisplay(path)): \(error.message)")
    }
  }

  /// Takes the unfinished file away.
  func abandon() {
    guard temporaryPath != path else { return }
    _ = Self.withCString(temporaryPath) { unlink($0) }
  }

  private func check(_ status: fresnel_png_status) throws(UserError) {
    guard status != FRESNEL_PNG_OK else { return }
    let message = fresnel_png_writer_message(writer).map { String(cString: $0) } ?? ""
    abandon()
    throw UserError(sentence: "\(escapedForDisplay(path)): could not be written: \(message)")
  }

  /// Whether the name is free or a plain file's: a device or a pipe is written to as it is.
  private static func mayBeReplaced(_ path: [UInt8]) -> Bool {
    var status = stat()
    guard withCString(path, { stat($0, &status) }) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }

  private static func withCString<Result>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with a zero byte") }
      return body(base)
    }
  }
}

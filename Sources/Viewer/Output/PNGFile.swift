import CLinux
import CPNG
import Geometry
import Glibc
import Platform

/// A PNG file being written: RGBA of 8 bits, straight alpha, rows from top to bottom.
///
/// The picture is written beside its final name and takes it when it is complete, so that a run
/// that fails leaves what was there before.
package struct PNGFile: ~Copyable {
  /// What the file is to be called.
  package enum Destination: Hashable, Sendable {
    /// A path, in place of what is there.
    case replacing([UInt8])
    /// The first name of a series that is free.
    case free(FreeName)
  }

  private let writer: PNGWriter
  private let descriptor: FileDescriptor
  private let destination: Destination
  private let unfinished: UnfinishedFile
  private let width: Int

  /// Starts a file of a size.
  init(_ destination: Destination, size: PixelSize) throws(UserError) {
    let (number, unfinished) = try Self.create(destination)
    let descriptor = FileDescriptor(adopting: number)
    guard let writer = PNGWriter(descriptor: number, size: size) else {
      throw UserError(sentence: "\(Self.name(of: destination)): out of memory")
    }
    self.writer = writer
    self.descriptor = descriptor
    self.destination = destination
    self.unfinished = unfinished
    width = size.width
  }

  private static func create(
    _ destination: Destination
  ) throws(UserError) -> (Int32, UnfinishedFile) {
    let paths: [[UInt8]]
    switch destination {
    case .replacing(let path):
      guard mayBeReplaced(path) else {
        let number = path.withCPath {
          fresnel_open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_TRUNC, 0o666)
        }
        guard number >= 0 else { throw failure(destination, .last("open")) }
        return (number, UnfinishedFile(path: path, isOurs: false))
      }
      paths = [path + temporaryEnding]
    case .free(let name):
      paths = name.folders.indices.map { name.path(inFolder: $0, number: 1) + temporaryEnding }
    }
    var reason: Errno?
    for path in paths {
      let number = path.withCPath {
        fresnel_open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o666)
      }
      if number >= 0 { return (number, UnfinishedFile(path: path, isOurs: true)) }
      reason = reason ?? .last("open")
    }
    throw failure(destination, reason ?? Errno(code: ENOENT, call: "open"))
  }

  private static var temporaryEnding: [UInt8] { Array(".\(getpid()).part".utf8) }

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
    do throws(Errno) {
      switch destination {
      case .replacing(let path):
        try unfinished.rename(to: path)
        return path
      case .free(let name):
        return try unfinished.rename(toFirstFree: name)
      }
    } catch {
      throw Self.failure(destination, error)
    }
  }

  private func check(_ status: fresnel_png_status) throws(UserError) {
    guard status != FRESNEL_PNG_OK else { return }
    let message = fresnel_png_writer_message(writer.pointer).map { String(cString: $0) } ?? ""
    throw UserError(
      sentence: "\(Self.name(of: destination)): could not be written: \(message)")
  }

  private static func failure(_ destination: Destination, _ error: Errno) -> UserError {
    UserError(sentence: "\(name(of: destination)): \(error.message)")
  }

  private static func name(of destination: Destination) -> String {
    switch destination {
    case .replacing(let path): escapedForDisplay(path)
    case .free(let name): escapedForDisplay(name.path(inFolder: 0, number: 1))
    }
  }

  /// Whether the name is free or a plain file's: a device or a pipe is written to as it is.
  private static func mayBeReplaced(_ path: [UInt8]) -> Bool {
    var status = stat()
    guard path.withCPath({ stat($0, &status) }) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }
}

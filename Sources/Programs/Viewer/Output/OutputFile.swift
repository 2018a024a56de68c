import CLinux
import Glibc
import Platform

/// A file that is being written, and its final name.
///
/// It is written beside the final name and renamed at the end, so that a failed run leaves the
/// previous file intact.
struct OutputFile: ~Copyable {
  /// The descriptor; valid while this value lives.
  var number: Int32 { descriptor.number }

  private let descriptor: FileDescriptor
  private let destination: PNGFile.Destination
  private let unfinished: TemporaryFile

  /// Creates an empty file.
  init(_ destination: PNGFile.Destination) throws(UserError) {
    let (number, unfinished) = try Self.create(destination)
    descriptor = FileDescriptor(adopting: number)
    self.destination = destination
    self.unfinished = unfinished
  }

  /// Renames the file to its final name and returns the path.
  func finish() throws(UserError) -> [UInt8] {
    do throws(Errno) {
      switch destination {
      case .replacing(let path):
        try unfinished.rename(to: path)
        return path
      case .new(let path):
        try unfinished.rename(toNew: path)
        return path
      case .free(let name):
        return try unfinished.rename(toFirstFree: name)
      case .open: return []
      }
    } catch {
      throw Self.error(destination, error)
    }
  }

  func failure(_ reason: String) -> UserError {
    UserError(sentence: "\(Self.name(of: destination)): \(reason)")
  }

  private static func create(
    _ destination: PNGFile.Destination
  ) throws(UserError) -> (Int32, TemporaryFile) {
    let paths: [[UInt8]]
    switch destination {
    case .replacing(let path):
      guard mayBeReplaced(path) else {
        let number = path.withCPath {
          fresnel_open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_TRUNC, 0o666)
        }
        guard number >= 0 else { throw error(destination, .last("open")) }
        return (number, TemporaryFile(path: path, isOurs: false))
      }
      paths = [path + temporaryEnding]
    case .new(let path):
      // Drawing a large picture in vain takes seconds.
      var status = stat()
      if path.withCPath({ lstat($0, &status) }) == 0 {
        throw error(destination, Errno(code: EEXIST, call: "open"))
      }
      paths = [path + temporaryEnding]
    case .free(let name):
      paths = name.folders.indices.map { name.path(inFolder: $0, number: 1) + temporaryEnding }
    case .open(let descriptor):
      let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard number >= 0 else { throw error(destination, .last("fcntl")) }
      return (number, TemporaryFile(path: [], isOurs: false))
    }
    var reason: Errno?
    for path in paths {
      let number = path.withCPath {
        fresnel_open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o666)
      }
      if number >= 0 { return (number, TemporaryFile(path: path, isOurs: true)) }
      reason = reason ?? .last("open")
    }
    throw error(destination, reason ?? Errno(code: ENOENT, call: "open"))
  }

  private static var temporaryEnding: [UInt8] { Array(".\(getpid()).part".utf8) }

  private static func error(_ destination: PNGFile.Destination, _ error: Errno) -> UserError {
    UserError(sentence: "\(name(of: destination)): \(error.message)")
  }

  private static func name(of destination: PNGFile.Destination) -> String {
    switch destination {
    case .replacing(let path), .new(let path): escapedForDisplay(path)
    case .free(let name): escapedForDisplay(name.path(inFolder: 0, number: 1))
    case .open: "the temporary file"
    }
  }

  /// Returns true if the name is free or that of a regular file; devices and pipes are written
  /// directly.
  private static func mayBeReplaced(_ path: [UInt8]) -> Bool {
    var status = stat()
    guard path.withCPath({ stat($0, &status) }) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }
}

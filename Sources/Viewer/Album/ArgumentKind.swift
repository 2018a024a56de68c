import Glibc
import Platform

/// What an argument of the command line is, links followed.
enum ArgumentKind: Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// `-`.
  case standardInput
  /// A pipe, a device, a socket, or nothing that can be looked at.
  case other

  /// Looks at a path without opening it.
  init(path: [UInt8]) {
    guard path != Array("-".utf8) else {
      self = .standardInput
      return
    }
    var status = stat()
    let isThere = path.withCPath { stat($0, &status) == 0 }
    guard isThere else {
      self = .other
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

import CLinux
import Glibc
import Platform

/// A file in `$XDG_STATE_HOME/fresnel`, which keeps state between windows.
enum StateFile {
  /// The path of a file; `nil` if there is no home folder.
  ///
  /// Without `$XDG_STATE_HOME` the folder is `$HOME/.local/state`.
  static func path(
    _ name: String, environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    BaseFolder.state.path(environment: environment).map { $0 + Array("/fresnel/\(name)".utf8) }
  }

  /// Returns a file's bytes; `nil` if it can't be read or has more than `limit` of them.
  static func read(_ path: [UInt8], limit: Int) -> [UInt8]? {
    let number = path.withCPath { fresnel_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    guard number >= 0 else { return nil }
    let file = FileDescriptor(adopting: number)
    return try? FileDescriptor.readAll(file.number, limit: limit)
  }

  /// Writes a file atomically, readable only by the user: a concurrent reader sees the old bytes or
  /// the new ones.
  static func write(_ bytes: [UInt8], to path: [UInt8]) throws(Errno) {
    makeFolders(of: path)
    let temporary = path + Array(".\(getpid()).part".utf8)
    let number = temporary.withCPath {
      fresnel_open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    }
    guard number >= 0 else { throw .last("open") }
    let file = FileDescriptor(adopting: number)
    let unfinished = TemporaryFile(path: temporary, isOurs: true)
    try FileDescriptor.writeAll(bytes[...], to: file.number)
    try unfinished.rename(to: path)
  }

  /// Deletes a file.
  static func remove(_ path: [UInt8]) { _ = path.withCPath { unlink($0) } }

  /// Performs `body` under a lock that excludes other viewers.
  ///
  /// The lock is on the folder, which no atomic write replaces. If it can't be locked, as on a
  /// read-only disk, `body` is performed without.
  static func locked(_ path: [UInt8], _ body: () -> Void) {
    makeFolders(of: path)
    let folder = Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    guard let lock = try? FileDescriptor.openForReading(folder) else { return body() }
    flock(lock.number, LOCK_EX)
    body()
    flock(lock.number, LOCK_UN)
  }

  static func makeFolders(of path: [UInt8]) {
    for (place, byte) in path.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
      _ = Array(path[..<place]).withCPath { mkdir($0, 0o700) }
    }
  }
}

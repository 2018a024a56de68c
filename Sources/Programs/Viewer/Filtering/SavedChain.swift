import CLinux
import Filters
import Glibc
import Platform

/// The file that saves the chain between sessions: `fresnel/filters` in `$XDG_STATE_HOME`.
///
/// It exists while the setting is on, even if the chain is empty.
enum SavedChain {
  /// The maximum number of bytes to read; a longer file is not one of ours.
  private static let mostBytes = 64 << 10

  /// The file's path; `nil` if there is no home folder.
  ///
  /// Without `$XDG_STATE_HOME` the folder is `$HOME/.local/state`.
  static func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    BaseFolder.state.path(environment: environment).map { $0 + Array("/fresnel/filters".utf8) }
  }

  /// Returns the saved text; `nil` if there is none or it can't be read.
  static func read(_ path: [UInt8]) -> String? {
    let number = path.withCPath { fresnel_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    guard number >= 0 else { return nil }
    let file = FileDescriptor(adopting: number)
    guard let bytes = try? FileDescriptor.readAll(file.number, limit: mostBytes) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Saves a text atomically: a concurrent reader sees the old text or the new one.
  static func write(_ text: String, to path: [UInt8]) throws(Errno) {
    makeFolders(of: path)
    let temporary = path + Array(".\(getpid()).part".utf8)
    let number = temporary.withCPath {
      fresnel_open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    }
    guard number >= 0 else { throw .last("open") }
    let file = FileDescriptor(adopting: number)
    let unfinished = TemporaryFile(path: temporary, isOurs: true)
    try FileDescriptor.writeAll(Array((text + "\n").utf8)[...], to: file.number)
    try unfinished.rename(to: path)
  }

  /// Deletes the file.
  static func remove(_ path: [UInt8]) { _ = path.withCPath { unlink($0) } }

  private static func makeFolders(of path: [UInt8]) {
    for (place, byte) in path.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
      _ = Array(path[..<place]).withCPath { mkdir($0, 0o700) }
    }
  }
}

import CLinux
import Glibc
import Platform

/// A file that is being written, and that gets its name once it is complete.
///
/// Until then it has no name where the file system can do that (`O_TMPFILE`): nothing is left of it
/// if this process is killed. Elsewhere it has a temporary name, which is removed with this value.
struct NewFile: ~Copyable {
  private let file: FileDescriptor
  /// The folder that it belongs into; empty for the working directory.
  private let folder: [UInt8]
  /// The temporary path; `nil` if the file has none.
  private let temporary: [UInt8]?

  /// Creates an empty file for reading and writing in a folder, as one without a name unless
  /// `needsName`.
  init(in folder: [UInt8], needsName: Bool = false) throws(FileChangeError) {
    self.folder = folder
    if !needsName, let unnamed = Self.openUnnamed(in: folder) {
      file = FileDescriptor(adopting: unnamed)
      temporary = nil
      return
    }
    while true {
      let place = Self.temporaryPath(in: folder)
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
      let number = place.withCPath { fresnel_open($0, flags, 0o600) }
      if number >= 0 {
        file = FileDescriptor(adopting: number)
        temporary = place
        return
      }
      let error = Errno.last("open")
      guard error.code == EEXIST else {
        throw error.isMissingFile ? .init(.noFolder, folder) : .init(error, folder)
      }
    }
  }

  deinit { if let temporary { _ = temporary.withCPath { unlink($0) } } }

  /// The descriptor's number; valid while this value lives.
  var number: Int32 { file.number }

  /// Names the file; fails with `EEXIST` if the name is taken.
  func name(_ path: [UInt8]) throws(Errno) {
    if let temporary { try FileRenaming.rename(temporary, to: path) } else { try link(path) }
  }

  /// Gives the file the name of another one, which is gone then.
  func replace(_ path: [UInt8]) throws(Errno) {
    let place: [UInt8]
    if let temporary { place = temporary } else { place = try linkTemporarily() }
    if place.withCPath({ from in path.withCPath { rename(from, $0) } }) == 0 { return }
    let error = Errno.last("rename")
    _ = place.withCPath { unlink($0) }
    throw error
  }

  // MARK: Names

  /// Opens a file without a name; `nil` if that isn't possible, or if it could not be named later.
  private static func openUnnamed(in folder: [UInt8]) -> Int32? {
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    // The value of `O_TMPFILE`, which Swift does not see without `_GNU_SOURCE`.
    let flags: Int32 = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
    let path = folder.isEmpty ? [UInt8(ascii: ".")] : folder
    let number = path.withCPath { fresnel_open($0, flags, 0o600) }
    return number >= 0 ? number : nil
  }

  private static func temporaryPath(in folder: [UInt8]) -> [UInt8] {
    let suffix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return FilePlace(Array(".fresnel-\(suffix)".utf8), in: folder).path
  }

  private func link(_ path: [UInt8]) throws(Errno) {
    let source = "/proc/self/fd/\(file.number)"
    guard path.withCPath({ linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }) == 0
    else { throw .last("linkat") }
  }

  private func linkTemporarily() throws(Errno) -> [UInt8] {
    while true {
      let place = Self.temporaryPath(in: folder)
      do throws(Errno) {
        try link(place)
        return place
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }
}

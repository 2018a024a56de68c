import CLinux
import Glibc
import Platform

/// Renaming that never replaces a file.
enum FileRenaming {
  /// Renames a file or a link; fails with `EEXIST` if the new name is taken.
  static func rename(_ from: [UInt8], to: [UInt8]) throws(Errno) {
    if from.withCPath({ from in to.withCPath { fresnel_rename_new(from, $0) } }) == 0 { return }
    let error = Errno.last("renameat2")
    switch error.code {
    case EEXIST:
      // On file systems that ignore case, the new name may be the file's own.
      guard let here = try? FileStatus(at: from), let there = try? FileStatus(at: to),
        here.identity == there.identity, here.links == 1, from != to
      else { throw error }
      try replace(from, to)
    case EINVAL, ENOSYS:
      // Some file systems can't rename without replacing. An empty file reserves the name instead.
      let taken = to.withCPath { fresnel_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
      guard taken >= 0 else { throw .last("open") }
      close(taken)
      do throws(Errno) {
        try replace(from, to)
      } catch {
        _ = to.withCPath { unlink($0) }
        throw error
      }
    default: throw error
    }
  }

  private static func replace(_ from: [UInt8], _ to: [UInt8]) throws(Errno) {
    guard from.withCPath({ from in to.withCPath { Glibc.rename(from, $0) } }) == 0 else {
      throw .last("rename")
    }
  }

  /// Flushes a folder's entries to disk, where the file system supports that.
  static func flush(_ folder: [UInt8]) {
    guard let descriptor = try? FileDescriptor.openForReading(folder) else { return }
    fsync(descriptor.number)
  }
}

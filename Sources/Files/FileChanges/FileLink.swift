import Glibc
import Platform

/// A symbolic link, read to be copied.
struct FileLink {
  private let target: [CChar]
  private let times: [timespec]

  /// Reads a link.
  init(at path: [UInt8]) throws(Errno) {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    var status = stat()
    guard path.withCPath({ readlink($0, &target, target.count - 1) }) >= 0,
      path.withCPath({ lstat($0, &status) }) == 0
    else { throw .last("readlink") }
    self.target = target
    times = [status.st_atim, status.st_mtim]
  }

  /// Makes the same link, with its times, at a path; fails with `EEXIST` if the name is taken.
  func make(at path: [UInt8]) throws(Errno) {
    guard path.withCPath({ symlink(target, $0) }) == 0 else { throw .last("symlink") }
    _ = path.withCPath { utimensat(AT_FDCWD, $0, times, AT_SYMLINK_NOFOLLOW) }
  }
}

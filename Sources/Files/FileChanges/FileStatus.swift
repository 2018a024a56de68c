import Glibc
import Platform

/// Identifies a version of a file: device, inode and the time of its last write.
///
/// Renaming a file keeps its identity.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt
  let inode: UInt
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}

/// The status of a file, or of a link itself.
struct FileStatus {
  /// The kinds that are treated differently.
  enum Kind { case file, link, folder, other }

  let kind: Kind
  let identity: FileIdentity
  /// The number of hard links.
  let links: Int

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFLNK: .link
      case S_IFDIR: .folder
      default: .other
      }
    identity = FileIdentity(status)
    links = Int(status.st_nlink)
  }

  /// Reads the status of a path, without following a link.
  init(at path: [UInt8]) throws(Errno) {
    var status = stat()
    guard path.withCPath({ lstat($0, &status) }) == 0 else { throw .last("lstat") }
    self.init(status)
  }

  /// Returns true if two paths, with their links followed, are the same folder.
  static func isSameFolder(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var statuses = (stat(), stat())
    guard one.withCPath({ stat($0, &statuses.0) }) == 0,
      other.withCPath({ stat($0, &statuses.1) }) == 0
    else { return false }
    return statuses.0.st_dev == statuses.1.st_dev && statuses.0.st_ino == statuses.1.st_ino
  }
}

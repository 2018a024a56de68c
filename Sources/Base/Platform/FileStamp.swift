import CLinux
import Glibc

/// Identifies a version of a file: it differs for another file, and after a write to the same one.
///
/// The status change time is left out: renaming a file or changing its owner alters that, but none
/// of its bytes.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: UInt32

  /// The stamp of an open file, as cached by this computer; `nil` if it is unavailable.
  ///
  /// It asks no file server, so the window thread may call it.
  package init?(of descriptor: borrowing FileDescriptor) {
    self.init(in: descriptor.number, path: [])
  }

  /// The stamp of the file at a path; `nil` if there is none.
  ///
  /// This may take long on a network.
  package init?(at path: [UInt8]) {
    guard !path.isEmpty else { return nil }
    self.init(in: AT_FDCWD, path: path)
  }

  private init?(in folder: Int32, path: [UInt8]) {
    var stamp = fresnel_file_stamp()
    guard path.withCPath({ fresnel_stamp_file(folder, $0, &stamp) }) == 0 else { return nil }
    (device, inode, size) = (stamp.device, stamp.inode, stamp.size)
    (seconds, nanoseconds) = (stamp.seconds, stamp.nanoseconds)
  }

  /// Seconds since the last write by the wall clock; negative if that is in the future.
  package var age: Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(Int64(now.tv_sec) - seconds)
      + (Double(now.tv_nsec) - Double(nanoseconds)) * 1e-9
  }
}

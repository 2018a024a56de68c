import CLinux
import Glibc

/// What tells a file from another one, and from itself after somebody has written to it.
///
/// The time of its status has no part in it: renaming a file or giving it another owner changes
/// that, and none of its bytes.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: UInt32

  /// The stamp of an open file, as far as this computer knows it; `nil` where it can't be had.
  ///
  /// No server is asked, so that the window's thread may.
  package init?(of descriptor: borrowing FileDescriptor) {
    self.init(in: descriptor.number, path: [])
  }

  /// The stamp of what a path leads to; `nil` where there is none.
  ///
  /// On a network this may take long.
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

  /// Seconds since the file was written to, by the clock of the day; negative where that is later.
  package var age: Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(Int64(now.tv_sec) - seconds)
      + (Double(now.tv_nsec) - Double(nanoseconds)) * 1e-9
  }
}

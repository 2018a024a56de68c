import CLinux
import Glibc

extension FileDescriptor {
  /// The device that swallows everything and holds nothing, for reading and writing.
  package static func openNull() throws(Errno) -> FileDescriptor {
    let number = fresnel_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    return FileDescriptor(adopting: number)
  }

  /// The same regular file opened for reading once more, its position at the start.
  ///
  /// Unlike a duplicate it shares no position, so two readers can't disturb each other; it works
  /// for files that have been deleted too. Where the system refuses (the file's permissions may
  /// have changed), it is a duplicate after all, taken back to the start.
  package borrowing func reopenedForReading() throws(Errno) -> FileDescriptor {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let copy = fresnel_open("/proc/self/fd/\(number)", flags, 0)
    if copy >= 0 { return FileDescriptor(adopting: copy) }
    let duplicate = try duplicate()
    lseek(duplicate.number, 0, SEEK_SET)
    return duplicate
  }
}

/// The folder of the program that runs, without a slash at its end; `nil` where it is unknown.
package func executableFolder() -> [UInt8]? {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  guard count > 0 else { return nil }
  let bytes = path[..<count].map { UInt8(bitPattern: $0) }
  return bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[..<$0]) }
}

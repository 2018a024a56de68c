import CLinux
import Glibc

/// Memory of another process, mapped read-only and unmapped at the end of its lifetime.
package final class ReadOnlyMemory: Sendable {
  // Another process writes to it: the protocol defines when a part is stable.
  /// The first byte of the mapping.
  package nonisolated(unsafe) let base: UnsafeRawPointer
  /// The size in bytes.
  package let count: Int

  /// Maps a whole memory file.
  package init(mapping descriptor: consuming FileDescriptor) throws(Errno) {
    let count = Int(lseek(descriptor.number, 0, SEEK_END))
    guard count > 0 else { throw Errno(code: EINVAL, call: "lseek") }
    guard let base = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.number, 0),
      base != MAP_FAILED
    else { throw .last("mmap") }
    self.base = UnsafeRawPointer(base)
    self.count = count
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }
}

extension SharedMemory {
  /// Opens a read-only descriptor of the same memory.
  package func descriptorForReading() throws(Errno) -> FileDescriptor {
    let copy = fresnel_open("/proc/self/fd/\(number)", O_RDONLY | O_CLOEXEC, 0)
    guard copy >= 0 else { throw .last("open") }
    return FileDescriptor(adopting: copy)
  }
}

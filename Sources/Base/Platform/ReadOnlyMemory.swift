import CLinux
import Glibc

/// Memory of another process, mapped for reading alone; it ends with its owner.
package final class ReadOnlyMemory: Sendable {
  // Written by another process: the protocol says when a part is still.
  /// The first byte of the mapping.
  package nonisolated(unsafe) let base: UnsafeRawPointer
  /// Bytes.
  package let count: Int

  /// Maps all of a memory file.
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
  /// A descriptor of the same memory by which nobody can write to it.
  package func descriptorForReading() throws(Errno) -> FileDescriptor {
    let copy = fresnel_open("/proc/self/fd/\(number)", O_RDONLY | O_CLOEXEC, 0)
    guard copy >= 0 else { throw .last("open") }
    return FileDescriptor(adopting: copy)
  }
}

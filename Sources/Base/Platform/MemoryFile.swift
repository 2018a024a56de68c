import CLinux
import Glibc

/// An empty memory file, to pass to another process before its size is known.
package struct MemoryFile: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Creates an empty memory file.
  package init() throws(Errno) {
    let number = fresnel_memfd_create("fresnel", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0 else { throw .last("memfd_create") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// Creates a memory file whose size is sealed: no other process can make it larger or smaller.
  ///
  /// Its bytes are 0, and take no memory until they are written.
  package static func sealed(count: Int) throws(Errno) -> FileDescriptor {
    let descriptor = try MemoryFile().takeDescriptor()
    let number = descriptor.number
    guard ftruncate(number, count) == 0 else { throw .last("ftruncate") }
    let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL
    guard fresnel_add_seals(number, seals) == 0 else { throw .last("fcntl") }
    return descriptor
  }

  /// Frees whole pages of a memory file; its size stays, and the bytes become 0.
  package static func free(_ part: Range<Int>, of number: Int32) {
    _ = fresnel_free_pages(number, Int64(part.lowerBound), Int64(part.count))
  }

  /// The descriptor, to pass to the other process.
  package var number: Int32 { descriptor.number }

  /// Gives up the descriptor, so that another process can write the file before it is read.
  package consuming func takeDescriptor() -> FileDescriptor { descriptor }
}

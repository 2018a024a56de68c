import CLinux
import Glibc

/// A memory file that has no bytes yet, to hand to another process before its size is known.
package struct MemoryFile: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Makes one.
  package init() throws(Errno) {
    let number = fresnel_memfd_create("fresnel", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0 else { throw .last("memfd_create") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The descriptor, to hand to the other process.
  package var number: Int32 { descriptor.number }

  /// Gives the descriptor up, to be written by another process before anybody reads it.
  package consuming func takeDescriptor() -> FileDescriptor { descriptor }
}

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

  /// The descriptor, to pass to the other process.
  package var number: Int32 { descriptor.number }

  /// Gives up the descriptor, so that another process can write the file before it is read.
  package consuming func takeDescriptor() -> FileDescriptor { descriptor }
}

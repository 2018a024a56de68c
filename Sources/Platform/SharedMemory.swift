import CLinux
import Glibc

/// A sealed piece of memory that two processes map: the viewer makes it, a decoder fills it.
///
/// All of it is allocated and its size is sealed before anybody else sees it: a sparse or
/// shrinking one could kill the process that reads it. It starts as zeros. Any thread may use the
/// mapping; who may touch which part is for the owner of the memory to say.
public final class SharedMemory: Sendable {
  // Written and read by two processes without a lock: the protocol's slots say whose a part is.
  /// The first byte of the mapping.
  public nonisolated(unsafe) let base: UnsafeMutableRawPointer
  /// Bytes.
  public let count: Int
  private let descriptor: FileDescriptor

  /// The most bytes of one piece.
  ///
  /// The kernel does not refuse more than the machine has: it ends other programs to find it.
  public static let mostBytes = 1 << 30

  /// Makes `count` bytes, allocates them, seals their size and maps them.
  public convenience init(count: Int) throws(Errno) {
    guard count <= Self.mostBytes else { throw Errno(code: ENOMEM, call: "memfd_create") }
    let number = fresnel_memfd_create("fresnel", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0 else { throw .last("memfd_create") }
    let descriptor = FileDescriptor(adopting: number)
    guard ftruncate(number, count) == 0 else { throw .last("ftruncate") }
    guard fresnel_fallocate(number, Int64(count)) == 0 else { throw .last("fallocate") }
    let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL
    guard fresnel_add_seals(number, seals) == 0 else { throw .last("fcntl") }
    try self.init(mapping: descriptor, count: count)
  }

  /// Maps memory that another process has made.
  public init(mapping descriptor: consuming FileDescriptor, count: Int) throws(Errno) {
    guard
      let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0),
      base != MAP_FAILED
    else { throw .last("mmap") }
    self.base = base
    self.count = count
    self.descriptor = descriptor
  }

  deinit { munmap(base, count) }

  /// The descriptor, to hand to the other process.
  public var number: Int32 { descriptor.number }
}

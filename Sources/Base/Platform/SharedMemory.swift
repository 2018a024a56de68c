import CLinux
import Glibc

/// A sealed piece of memory that two processes map: the viewer makes it, a decoder fills it.
///
/// Its size is sealed before anybody reads it, and each part is allocated before it is read: a
/// sparse or shrinking one could kill the process that reads it. It starts as zeros. Any thread may
/// use the mapping; who may touch which part is for the owner of the memory to say.
package final class SharedMemory: Sendable {
  // Written and read by two processes without a lock: the protocol's slots say whose a part is.
  /// The first byte of the mapping.
  package nonisolated(unsafe) let base: UnsafeMutableRawPointer
  /// Bytes.
  package let count: Int
  private let descriptor: FileDescriptor

  /// The most bytes of one piece.
  ///
  /// The kernel does not refuse more than the machine has: it ends other programs to find it.
  package static let mostBytes = 1 << 30

  /// Makes `count` bytes, allocates them, seals their size and maps them.
  package convenience init(count: Int) throws(Errno) {
    let file = try MemoryFile()
    try self.init(allocating: count, in: file)
  }

  /// Sizes a memory file, which may be in another process's hands already, and maps it.
  ///
  /// Whatever the other process has done to it meanwhile, it either has all its bytes afterwards
  /// and keeps them, or this fails.
  package convenience init(allocating count: Int, in file: consuming MemoryFile) throws(Errno) {
    try self.init(count: count, allocating: [0..<max(0, count)], in: file)
  }

  /// Sizes a memory file of which only some parts, that do not overlap, are allocated yet, and maps
  /// all of it.
  package convenience init(
    count: Int, allocating parts: [Range<Int>], in file: consuming MemoryFile
  ) throws(Errno) {
    guard count <= Self.mostBytes else { throw Errno(code: ENOMEM, call: "memfd_create") }
    let descriptor = file.takeDescriptor()
    let number = descriptor.number
    guard ftruncate(number, count) == 0 else { throw .last("ftruncate") }
    for part in parts { try Self.allocate(part, of: number) }
    let bytes = parts.reduce(0) { $0 + $1.count }
    let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL
    guard fresnel_add_seals(number, seals) == 0 else { throw .last("fcntl") }
    // Between the two calls somebody else could have given it another size.
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last("fstat") }
    guard status.st_size == count, Int(status.st_blocks) * 512 >= bytes else {
      throw Errno(code: EIO, call: "fstat")
    }
    try self.init(mapping: descriptor, count: count)
  }

  /// Allocates a part that has not been yet.
  package func allocate(_ part: Range<Int>) throws(Errno) {
    guard !part.isEmpty else { return }
    try Self.allocate(part, of: descriptor.number)
  }

  /// Gives the memory of whole pages of a part back; it has to be allocated anew before it is read.
  package func free(_ part: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = (part.lowerBound + page - 1) / page * page
    let end = part.upperBound / page * page
    // Where it can't be had back it stays.
    if start < end { madvise(base + start, end - start, MADV_REMOVE) }
  }

  /// Copies bytes to a place that has room for them.
  ///
  /// Where pages have not been written yet this takes the system half of what writing there takes,
  /// which clears each of them first.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    precondition(offset >= 0 && bytes.count <= count - offset, "bytes lie inside the memory")
    do throws(Errno) {
      try FileDescriptor.writeAll(bytes, to: descriptor.number, at: offset)
    } catch {
      UnsafeMutableRawBufferPointer(start: base + offset, count: bytes.count).copyMemory(
        from: bytes)
    }
  }

  private static func allocate(_ part: Range<Int>, of number: Int32) throws(Errno) {
    guard !part.isEmpty else { return }
    guard fresnel_fallocate(number, Int64(part.lowerBound), Int64(part.count)) == 0 else {
      throw .last("fallocate")
    }
  }

  /// Maps memory that another process has made.
  package init(mapping descriptor: consuming FileDescriptor, count: Int) throws(Errno) {
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
  package var number: Int32 { descriptor.number }
}

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

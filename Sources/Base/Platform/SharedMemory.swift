import CLinux
import Glibc

/// A sealed block of memory that two processes map: the viewer creates it, a decoder fills it.
///
/// Its size is sealed before anything reads it, and each part is allocated before it is read,
/// because a sparse or shrinking file could kill the reader. It starts as zeros. Any thread may use
/// the mapping; its owner decides who may access which part.
package final class SharedMemory: Sendable {
  // Two processes access it without a lock: the protocol's slots define who owns which part.
  /// The first byte of the mapping.
  package nonisolated(unsafe) let base: UnsafeMutableRawPointer
  /// The size in bytes.
  package let count: Int
  private let descriptor: FileDescriptor

  /// The maximum size of one block, in bytes.
  ///
  /// The kernel does not refuse more than the machine has: it kills other programs instead.
  package static let mostBytes = 1 << 30

  /// Creates `count` bytes, allocates them, seals their size and maps them.
  package convenience init(count: Int) throws(Errno) {
    let file = try MemoryFile()
    try self.init(allocating: count, in: file)
  }

  /// Sizes and maps a memory file that another process may already have.
  ///
  /// Whatever that process does to the file meanwhile, either all bytes exist afterwards and stay,
  /// or this throws.
  package convenience init(allocating count: Int, in file: consuming MemoryFile) throws(Errno) {
    try self.init(count: count, allocating: [0..<max(0, count)], in: file)
  }

  /// Sizes and maps a memory file, allocating only some parts, which must not overlap.
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
    // Another process could have resized it between the two calls.
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last("fstat") }
    guard status.st_size == count, Int(status.st_blocks) * 512 >= bytes else {
      throw Errno(code: EIO, call: "fstat")
    }
    try self.init(mapping: descriptor, count: count)
  }

  /// Allocates a part that is not allocated yet.
  package func allocate(_ part: Range<Int>) throws(Errno) {
    guard !part.isEmpty else { return }
    try Self.allocate(part, of: descriptor.number)
  }

  /// Frees the whole pages of a part; they must be allocated again before they are read.
  package func free(_ part: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = (part.lowerBound + page - 1) / page * page
    let end = part.upperBound / page * page
    // If freeing fails, the memory stays.
    if start < end { madvise(base + start, end - start, MADV_REMOVE) }
  }

  /// Copies bytes to an offset.
  ///
  /// On pages that were never written this is twice as fast as writing through the mapping, where
  /// the kernel clears each page first.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    precondition(offset >= 0 && bytes.count <= count - offset, "bytes lie inside the memory")
    do throws(Errno) {
      try FileDescriptor.writeAll(bytes, to: descriptor.number, at: offset)
    } catch {
      if let start = bytes.baseAddress { memcpy(base + offset, start, bytes.count) }
    }
  }

  private static func allocate(_ part: Range<Int>, of number: Int32) throws(Errno) {
    guard !part.isEmpty else { return }
    guard fresnel_fallocate(number, Int64(part.lowerBound), Int64(part.count)) == 0 else {
      throw .last("fallocate")
    }
  }

  /// Maps memory that another process has created.
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

  /// The descriptor, to pass to the other process.
  package var number: Int32 { descriptor.number }
}

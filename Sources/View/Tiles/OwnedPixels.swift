// Unchecked: one thread writes the pixels before handing them on; afterwards they are only read.
/// The pixels of a tile that was made in this process.
///
/// One thread writes them; afterwards any thread may read them.
public final class OwnedPixels: TileMemory, @unchecked Sendable {
  /// The first byte.
  public let base: UnsafeMutableRawPointer
  /// The size in bytes.
  public let count: Int

  /// Allocates zeroed memory of a size in bytes.
  public init(count: Int) {
    self.count = count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, count))
  }

  /// Copies some bytes.
  init(copying bytes: UnsafeRawBufferPointer) {
    count = bytes.count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    copy(bytes)
  }

  /// Replaces the contents with the same number of bytes.
  ///
  /// There must be no other owner of this memory, who would see it change.
  func copy(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == count)
    if let start = bytes.baseAddress { base.copyMemory(from: start, byteCount: count) }
  }

  deinit { base.deallocate() }
}

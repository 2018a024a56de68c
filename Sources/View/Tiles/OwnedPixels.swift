// Sendable without a check: written by one thread before it is handed on, and only read after that.
/// Pixels of a tile that was made in this process.
///
/// One thread writes them; then any thread may read them.
public final class OwnedPixels: TileMemory, @unchecked Sendable {
  /// The first byte.
  public let base: UnsafeMutableRawPointer
  /// Bytes.
  public let count: Int

  /// So many bytes, all zero.
  public init(count: Int) {
    self.count = count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, count))
  }

  /// A copy of some bytes.
  init(copying bytes: UnsafeRawBufferPointer) {
    count = bytes.count
    base = .allocate(byteCount: max(1, count), alignment: 16)
    copy(bytes)
  }

  /// Puts other bytes, just as many, in place of these.
  ///
  /// Nobody else may hold this memory: whoever does would see them change.
  func copy(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == count)
    if let start = bytes.baseAddress { base.copyMemory(from: start, byteCount: count) }
  }

  deinit { base.deallocate() }
}

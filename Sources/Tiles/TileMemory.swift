import Platform

/// Memory that a tile's pixels stand in; any thread may read it.
public protocol TileMemory: AnyObject, Sendable {
  /// The first byte.
  var base: UnsafeMutableRawPointer { get }
  /// Bytes.
  var count: Int { get }
}

extension SharedMemory: TileMemory {}

// Sendable without a check: written by one thread before it is handed on, and only read after that.
/// Pixels of a tile that was made in this process.
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

  deinit { base.deallocate() }
}

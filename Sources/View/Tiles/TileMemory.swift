/// Memory that a tile's pixels stand in; any thread may read it.
public protocol TileMemory: AnyObject, Sendable {
  /// The first byte.
  var base: UnsafeMutableRawPointer { get }
  /// Bytes.
  var count: Int { get }
}

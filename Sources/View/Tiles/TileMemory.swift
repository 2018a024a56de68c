/// Memory that holds a tile's pixels; any thread may read it.
public protocol TileMemory: AnyObject, Sendable {
  /// The first byte.
  var base: UnsafeMutableRawPointer { get }
  /// The size in bytes.
  var count: Int { get }
}

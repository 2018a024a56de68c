import Tiles

extension TileReducer {
  /// One tile to be made, and the memory that it is made in.
  public struct Target {
    /// What the tile is called in calls of this reducer.
    public var id: UInt32
    /// Which tile it is.
    public var key: TileKey
    /// Where its first byte goes; the memory is laid out as `key.layout` says.
    public var base: UnsafeMutableRawPointer

    /// The tile `key`, to be made in the slot at `base`.
    public init(id: UInt32, key: TileKey, base: UnsafeMutableRawPointer) {
      self.id = id
      self.key = key
      self.base = base
    }
  }
}

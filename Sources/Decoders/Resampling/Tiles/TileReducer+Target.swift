import Tiles

extension TileReducer {
  /// One tile to be made, and the memory that it is made in.
  package struct Target {
    /// What the tile is called in calls of this reducer.
    package var id: UInt32
    /// Which tile it is.
    package var key: TileKey
    /// Where its first byte goes; the memory is laid out as `key.layout` says.
    package var base: UnsafeMutableRawPointer
    /// Copies bytes to an address in that memory, where it can be done for less than by writing
    /// there: of memory that has no pages yet the system makes each at its first byte.
    package var copy: Copy?

    /// Copies bytes to an address.
    package typealias Copy = (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Void

    /// The tile `key`, to be made in the slot at `base`.
    package init(
      id: UInt32, key: TileKey, base: UnsafeMutableRawPointer, copy: Copy? = nil
    ) {
      self.id = id
      self.key = key
      self.base = base
      self.copy = copy
    }
  }
}

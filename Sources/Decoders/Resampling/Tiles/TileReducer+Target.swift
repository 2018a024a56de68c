import Tiles

extension TileReducer {
  /// A tile to make, and its memory.
  package struct Target {
    /// The tile's id in calls of this reducer.
    package var id: UInt32
    /// The tile.
    package var key: TileKey
    /// The first byte of the memory, which is laid out by `key.layout`.
    package var base: UnsafeMutableRawPointer
    /// Copies bytes into that memory if that is cheaper than writing there: writing to unallocated
    /// memory causes a page fault for each page.
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

import Tiles

/// A request for one tile.
package struct TileRequest: Hashable, Sendable {
  /// The viewer's id for this request, unique within a process.
  package var id: UInt32
  /// The tile and its frame.
  package var key: TileKey
  /// The picture's layer: 0 is the picture itself, 1 its gain map, if it has one.
  package var layer: Int
  /// The quality in which to make the tile.
  package var quality: TileQuality
  /// The target: an index into the arena's slots.
  package var slot: Int

  /// A request for one tile.
  package init(id: UInt32, key: TileKey, layer: Int = 0, quality: TileQuality, slot: Int) {
    self.id = id
    self.key = key
    self.layer = layer
    self.quality = quality
    self.slot = slot
  }
}

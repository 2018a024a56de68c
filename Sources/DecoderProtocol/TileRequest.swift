import Geometry
import Tiles

/// One tile that the viewer wants.
package struct TileRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  package var id: UInt32
  /// Which tile, of which frame.
  package var key: TileKey
  /// Which layer of the picture: 0 is the picture itself, 1 its gain map where it has one.
  package var layer: Int
  /// How carefully made.
  package var quality: TileQuality
  /// Where to put it: an index into the arena's slots.
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

/// An encoded picture that lies in the arena: it is decoded whole, at its natural size, into a slot.
package struct SourceRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  package var id: UInt32
  /// Where its bytes lie, behind the slots; they stay as they are until the answer.
  package var bytes: ArenaRange
  /// Where to put its pixels: an index into the arena's slots.
  package var slot: Int
  /// The upright size that it must have, at most a full tile's.
  package var size: PixelSize

  /// A request for one encoded picture.
  package init(id: UInt32, bytes: ArenaRange, slot: Int, size: PixelSize) {
    self.id = id
    self.bytes = bytes
    self.slot = slot
    self.size = size
  }
}

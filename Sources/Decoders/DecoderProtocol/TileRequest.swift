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

/// Rows of the whole picture at its natural size, for who takes all of it from top to bottom.
package struct RowsRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  package var id: UInt32
  /// Which rows.
  package var rows: Range<Int>
  /// Which columns of them.
  package var columns: Range<Int>
  /// Where to put them, one behind the other: an index into the arena's slots.
  package var slot: Int

  /// A request for some rows.
  package init(id: UInt32, rows: Range<Int>, columns: Range<Int>, slot: Int) {
    self.id = id
    self.rows = rows
    self.columns = columns
    self.slot = slot
  }
}

/// An encoded picture that lies in the arena: all of it, or a part, is decoded at its natural size
/// into a slot.
package struct SourceRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  package var id: UInt32
  /// Where its bytes lie, behind the slots; they stay as they are until the answer.
  package var bytes: ArenaRange
  /// Where to put its pixels: an index into the arena's slots, of which they may fill those that
  /// follow as well.
  package var slot: Int
  /// The upright size that it must have.
  package var size: PixelSize
  /// The pixels of the upright picture that are wanted, all inside it.
  package var area: PixelRect

  /// The longest side of an encoded picture.
  package static let longestSide = 1 << 13

  /// A request for one encoded picture, or for an area of it.
  package init(
    id: UInt32, bytes: ArenaRange, slot: Int, size: PixelSize, area: PixelRect? = nil
  ) {
    self.id = id
    self.bytes = bytes
    self.slot = slot
    self.size = size
    self.area = area ?? PixelRect(size)
  }
}

/// When a decoder reached the milestones on its way to the tiles of its first pass.
///
/// Times are nanoseconds of the system's monotonic clock, which is the viewer's too; none is
/// earlier than the one before it.
package struct DecoderTimes: Hashable, Sendable {
  /// Its own code began to run.
  package var started: UInt64
  /// It had given its rights up.
  package var locked: UInt64
  /// It had read the picture's header.
  package var header: UInt64
  /// The first rows of the first pass were decoded.
  package var firstRow: UInt64
  /// The last tile of the first pass was made.
  package var lastRow: UInt64

  /// Times that are known.
  package init(
    started: UInt64, locked: UInt64, header: UInt64, firstRow: UInt64, lastRow: UInt64
  ) {
    self.started = started
    self.locked = locked
    self.header = header
    self.firstRow = firstRow
    self.lastRow = lastRow
  }

  /// All of them, in their order.
  package var inOrder: [UInt64] { [started, locked, header, firstRow, lastRow] }
}

import Geometry
import Tiles

/// A request for one tile.
package struct TileRequest: Hashable, Sendable {
  /// The viewer's id for this request, unique within a process.
  package var id: UInt32
  /// The tile and its frame.
  package var key: TileKey
  /// The picture's layer: 0 is the picture itself, 1 its gain map, if it has one.
  package var layer: Int
  /// The quality.
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

/// A request for rows of the whole picture at full size, for reading it from top to bottom.
package struct RowsRequest: Hashable, Sendable {
  /// The viewer's id for this request, unique within a process.
  package var id: UInt32
  /// The rows.
  package var rows: Range<Int>
  /// The columns.
  package var columns: Range<Int>
  /// The target of the packed rows: an index into the arena's slots.
  package var slot: Int

  /// A request for some rows.
  package init(id: UInt32, rows: Range<Int>, columns: Range<Int>, slot: Int) {
    self.id = id
    self.rows = rows
    self.columns = columns
    self.slot = slot
  }
}

/// A request to decode an encoded picture in the arena, or a part of it, at full size into a slot.
package struct SourceRequest: Hashable, Sendable {
  /// The viewer's id for this request, unique within a process.
  package var id: UInt32
  /// The picture's bytes, after the slots; they do not change until the reply.
  package var bytes: ArenaRange
  /// The target: an index into the arena's slots; the pixels may continue into the next ones.
  package var slot: Int
  /// The required size, upright.
  package var size: PixelSize
  /// The wanted pixels of the upright picture, all inside it.
  package var area: PixelRect

  /// The longest side of an encoded picture.
  package static let longestSide = 1 << 13

  /// A request for an encoded picture, or for an area of it.
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

/// The timestamps of a decoder's first pass.
///
/// Times are nanoseconds of the system's monotonic clock, which the viewer uses too, in ascending
/// order.
package struct DecoderTimes: Hashable, Sendable {
  /// Its own code started to run.
  package var started: UInt64
  /// The lock-down was complete.
  package var locked: UInt64
  /// The picture's header was read.
  package var header: UInt64
  /// The first rows of the first pass were decoded.
  package var firstRow: UInt64
  /// The last tile of the first pass was made.
  package var lastRow: UInt64

  /// Timestamps with the given values.
  package init(
    started: UInt64, locked: UInt64, header: UInt64, firstRow: UInt64, lastRow: UInt64
  ) {
    self.started = started
    self.locked = locked
    self.header = header
    self.firstRow = firstRow
    self.lastRow = lastRow
  }

  /// All timestamps, in order.
  package var inOrder: [UInt64] { [started, locked, header, firstRow, lastRow] }
}

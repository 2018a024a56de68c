import Tiles

/// One tile that the viewer wants.
public struct TileRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  public var id: UInt32
  /// Which tile.
  public var key: TileKey
  /// How carefully made.
  public var quality: TileQuality
  /// Where to put it: an index into the arena's slots.
  public var slot: Int

  /// A request for one tile.
  public init(id: UInt32, key: TileKey, quality: TileQuality, slot: Int) {
    self.id = id
    self.key = key
    self.quality = quality
    self.slot = slot
  }
}

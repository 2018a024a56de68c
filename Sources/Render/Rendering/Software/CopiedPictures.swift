import Tiles

/// The input of the software renderer: copies of tiles, and the bitmaps of overlays.
struct CopiedPictures: Sendable {
  private var pictures: [SourceID: [TileKey: Tile]] = [:]
  private var spare = RecycledPixels()
  /// The bitmaps of sprites and overlays, by ID.
  var overlays: [UInt64: OverlayBitmap] = [:]

  /// Copies a tile's pixels; returns false if a better one is resident.
  mutating func add(_ tile: Tile, _ counters: RenderCounters) -> Bool {
    let key = tile.key
    if let old = pictures[tile.source]?[key]?.quality, old.rawValue > tile.quality.rawValue {
      return false
    }
    let count = key.layout.byteCount
    counters.addUpload(count)
    if let old = pictures[tile.source]?.removeValue(forKey: key) {
      spare.take(from: old)
    } else {
      counters.changeTextures(by: count)
    }
    let copy = tile.copied(into: spare.give(count))
    pictures[tile.source, default: [:]][key] = copy
    return true
  }

  /// Evicts all tiles of a picture except the given ones.
  mutating func retain(_ keys: Set<TileKey>, of picture: SourceID, _ counters: RenderCounters) {
    guard var tiles = pictures.removeValue(forKey: picture) else { return }
    for key in tiles.keys where !keys.contains(key) {
      counters.changeTextures(by: -key.layout.byteCount)
      if let tile = tiles.removeValue(forKey: key) { spare.take(from: tile) }
    }
    if !tiles.isEmpty { pictures[picture] = tiles }
  }

  /// Frees the memory of evicted tiles that is kept for the next ones.
  mutating func dropSpare() { spare.removeAll() }

  /// The bytes that are kept for the next tiles.
  var spareBytes: Int { spare.byteCount }

  /// Evicts all tiles.
  mutating func removeAll(_ counters: RenderCounters) {
    for picture in pictures.keys { retain([], of: picture, counters) }
    dropSpare()
  }

  subscript(_ picture: SourceID?) -> [TileKey: Tile] {
    picture.flatMap { pictures[$0] } ?? [:]
  }

  var all: [Tile] { pictures.values.flatMap(\.values) }
}

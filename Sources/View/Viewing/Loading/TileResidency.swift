import Tiles

/// The tiles of a picture that the renderer has, as the view's thread knows them.
///
/// Reports arrive late. A tile that was evicted meanwhile must not count as resident, or its cell
/// would stay coarse permanently. So evictions are numbered, and each report has the number of the
/// last eviction before the tile arrived.
struct TileResidency {
  private(set) var tiles: [TileKey: TileQuality] = [:]
  private var droppings: [(number: UInt64, kept: Set<TileKey>)] = []

  /// Evicts all tiles except `keys`; `number` is the renderer's number for this eviction.
  mutating func retain(_ keys: Set<TileKey>, number: UInt64) {
    tiles = tiles.filter { keys.contains($0.key) }
    droppings.append((number, keys))
  }

  /// Records a tile that was reported after eviction `number`; returns false if a later one evicted
  /// it.
  mutating func receive(_ key: TileKey, _ quality: TileQuality, after number: UInt64) -> Bool {
    droppings.removeAll { $0.number <= number }
    guard droppings.allSatisfy({ $0.kept.contains(key) }) else { return false }
    if tiles[key] != .exact { tiles[key] = quality }
    return true
  }

  /// Downgrades tiles to previews because their content is out of date.
  mutating func makeStale(where isStale: (TileKey) -> Bool) {
    for key in tiles.keys where isStale(key) { tiles[key] = .preview }
  }

  /// Returns the bytes of the textures of the tiles that `isCounted` accepts.
  func byteCount(where isCounted: (TileKey) -> Bool = { _ in true }) -> Int {
    tiles.keys.reduce(0) { $0 + (isCounted($1) ? $1.layout.byteCount : 0) }
  }

  /// Forgets all tiles, after the renderer has lost them.
  mutating func removeAll() { self = TileResidency() }
}

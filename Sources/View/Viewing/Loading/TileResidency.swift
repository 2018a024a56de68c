import Tiles

/// Which tiles of a picture the renderer has, as the view's thread knows it.
///
/// Reports come late: a tile that was dropped meanwhile must not count as there, or its cell would
/// stay coarse for good. So each dropping has a number, and each report the number of the last one
/// before the tile came.
struct TileResidency {
  /// The tiles, and how carefully each was made.
  private(set) var tiles: [TileKey: TileQuality] = [:]
  private var droppings: [(number: UInt64, kept: Set<TileKey>)] = []

  /// Forgets every tile that is not named; `number` is that of the renderer's own dropping.
  mutating func retain(_ keys: Set<TileKey>, number: UInt64) {
    tiles = tiles.filter { keys.contains($0.key) }
    droppings.append((number, keys))
  }

  /// Takes a report of a tile that came after the dropping of a number; whether it is still there.
  mutating func receive(_ key: TileKey, _ quality: TileQuality, after number: UInt64) -> Bool {
    droppings.removeAll { $0.number <= number }
    guard droppings.allSatisfy({ $0.kept.contains(key) }) else { return false }
    if tiles[key] != .exact { tiles[key] = quality }
    return true
  }

  /// Takes tiles for mere previews from now on: what they show is no more.
  mutating func makeStale(where isStale: (TileKey) -> Bool) {
    for key in tiles.keys where isStale(key) { tiles[key] = .preview }
  }

  /// Bytes of the textures of all tiles, or of some.
  func byteCount(where isCounted: (TileKey) -> Bool = { _ in true }) -> Int {
    tiles.keys.reduce(0) { $0 + (isCounted($1) ? $1.layout.byteCount : 0) }
  }

  /// Forgets everything: the renderer has lost it.
  mutating func removeAll() { self = TileResidency() }
}

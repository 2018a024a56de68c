import Tiles

/// The tiles that a view wants, most urgent first, and the tiles to keep.
public struct TilePlan: Hashable, Sendable {
  /// A tile to make.
  public struct Wanted: Hashable, Sendable {
    /// The tile.
    public var key: TileKey
    /// The quality to make it in.
    public var quality: TileQuality

    /// Creates a request for a tile in a quality.
    public init(key: TileKey, quality: TileQuality) {
      self.key = key
      self.quality = quality
    }
  }

  /// The tiles to make, most urgent first; none of them is resident in that quality.
  public var wanted: [Wanted]
  /// The tiles to prefetch afterwards, which help a moving view or the next one.
  ///
  /// The view is complete without them.
  public var prefetched: [Wanted]
  /// The resident tiles that the view still uses; all others may be evicted.
  public var kept: Set<TileKey>

  /// Creates a plan.
  public init(wanted: [Wanted] = [], prefetched: [Wanted] = [], kept: Set<TileKey> = []) {
    self.wanted = wanted
    self.prefetched = prefetched
    self.kept = kept
  }
}

extension TilePlan {
  /// Keeps all tiles of a level, and requests the missing ones after all others if it is wanted.
  mutating func add(_ level: Level, resident: [TileKey: TileQuality], isWanted: Bool) {
    let keys = TileGrid(of: level).keys
    kept.formUnion(keys.filter { resident[$0] != nil })
    guard isWanted else { return }
    prefetched.removeAll { $0.key.level == level }
    let known = Set(wanted.map(\.key))
    wanted += keys.filter { resident[$0] != .exact && !known.contains($0) }
      .map { Wanted(key: $0, quality: .exact) }
  }
}

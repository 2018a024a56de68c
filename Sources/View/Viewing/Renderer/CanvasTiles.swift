import Tiles

/// The tiles that the canvas is painted from while the drivers start and the render thread uploads
/// copies.
///
/// A tile returns to its source once neither reads it any more.
struct CanvasTiles {
  fileprivate struct Name: Hashable {
    var source: SourceID
    var key: TileKey
    var request: UInt32
  }

  private struct Holding {
    var tile: Tile
    var isShown: Bool
    var isUnderWay: Bool
  }

  private var holdings: [Name: Holding] = [:]

  /// True while the thread is still uploading tiles.
  var isUploading: Bool { holdings.values.contains { $0.isUnderWay } }

  /// Returns the best tile of each cell of a source, to paint from.
  func tiles(of source: SourceID?) -> [TileKey: Tile] {
    let own = holdings.values.filter { $0.isShown && $0.tile.source == source }.map(\.tile)
    let sorted = own.sorted { $0.quality.rawValue < $1.quality.rawValue }
    return Dictionary(sorted.map { ($0.key, $0) }) { $1 }
  }

  /// True if there is already a tile of the same cell.
  func hasOne(like tile: Tile) -> Bool {
    holdings.values.contains { $0.tile.key == tile.key && $0.tile.source == tile.source }
  }

  /// Holds a tile that is also being uploaded.
  mutating func hold(_ tile: Tile) {
    holdings[Name(tile)] = Holding(tile: tile, isShown: true, isUnderWay: true)
  }

  /// Records that the thread is done with a tile; returns whether it was held here, and whether its
  /// memory is free now.
  mutating func copied(_ tile: Tile) -> (isHeld: Bool, isFree: Bool) {
    guard var holding = holdings[Name(tile)] else { return (false, true) }
    holding.isUnderWay = false
    holdings[Name(tile)] = holding.isShown ? holding : nil
    return (true, !holding.isShown)
  }

  /// Stops painting from a source's tiles except `keys`; returns the tiles whose memory is free
  /// now.
  mutating func retain(_ keys: Set<TileKey>, of source: SourceID) -> [Tile] {
    release { $0.tile.source == source && !keys.contains($0.tile.key) }
  }

  /// Stops painting from any tile; returns the tiles whose memory is free now.
  mutating func letAllGo() -> [Tile] { release { _ in true } }

  private mutating func release(where isOver: (Holding) -> Bool) -> [Tile] {
    var free: [Tile] = []
    for (name, holding) in holdings where holding.isShown && isOver(holding) {
      if holding.isUnderWay {
        holdings[name]?.isShown = false
      } else {
        holdings[name] = nil
        free.append(holding.tile)
      }
    }
    return free
  }
}

extension CanvasTiles.Name {
  fileprivate init(_ tile: Tile) {
    self.init(source: tile.source, key: tile.key, request: tile.request)
  }
}

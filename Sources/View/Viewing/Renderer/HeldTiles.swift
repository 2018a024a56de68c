import Rendering
import Tiles

/// Tiles that the canvas is painted from while drivers start; the renderer's thread copies them
/// meanwhile.
///
/// A tile goes back to its source once neither reads it any more.
struct HeldTiles {
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

  /// Whether the thread still copies some.
  var isUploading: Bool { holdings.values.contains { $0.isUnderWay } }

  /// The tiles of a source that can be painted from, the best of each cell.
  func tiles(of source: SourceID?) -> DecodedTiles {
    let own = holdings.values.filter { $0.isShown && $0.tile.source == source }.map(\.tile)
    return DecodedTiles(own.sorted { $0.quality.rawValue < $1.quality.rawValue })
  }

  /// Whether there is a tile of the same cell already.
  func hasOne(like tile: Tile) -> Bool {
    holdings.values.contains { $0.tile.key == tile.key && $0.tile.source == tile.source }
  }

  /// Takes a tile that the thread was given as well.
  mutating func hold(_ tile: Tile) {
    holdings[Name(tile)] = Holding(tile: tile, isShown: true, isUnderWay: true)
  }

  /// The thread is done with a tile: whether it is held here, and whether nobody reads it any more.
  mutating func copied(_ tile: Tile) -> (isHeld: Bool, isFree: Bool) {
    guard var holding = holdings[Name(tile)] else { return (false, true) }
    holding.isUnderWay = false
    holdings[Name(tile)] = holding.isShown ? holding : nil
    return (true, !holding.isShown)
  }

  /// Paints no more from tiles of a source but those that are named; the tiles that nobody reads
  /// now.
  mutating func retain(_ keys: Set<TileKey>, of source: SourceID) -> [Tile] {
    letGo { $0.tile.source == source && !keys.contains($0.tile.key) }
  }

  /// Paints from none any more; the tiles that nobody reads now.
  mutating func letAllGo() -> [Tile] { letGo { _ in true } }

  private mutating func letGo(where isOver: (Holding) -> Bool) -> [Tile] {
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

extension HeldTiles.Name {
  fileprivate init(_ tile: Tile) {
    self.init(source: tile.source, key: tile.key, request: tile.request)
  }
}

import Geometry
import Resampling
import Tiles
import Tiling

/// The tiles of a rung from which a tile between rungs is made.
struct TileNeeds: Sendable {
  /// The reduction that makes the tile.
  let reduction: TileReduction
  /// The rung tiles that the reduction reads.
  let tiles: [TileKey]
  /// The rung tiles whose area the tile shows; the others lie only within the filter's reach.
  let shown: Set<TileKey>
  /// The area of the rung that the tile shows, in whole rung tiles.
  let shownArea: PixelRect

  /// The maximum number of rung pixels for one tile: beyond that the ladder ends too early.
  static let mostPixels = 1 << 26

  /// Creates the needs of a tile inside a level that the source does not offer.
  ///
  /// `nil` if no rung is as fine as the level, or the nearest one is far too fine.
  init?(of key: TileKey, in levels: SourceLevels, hasAlpha: Bool) {
    guard case .ladder(let rungs) = levels.scales,
      let rung = rungs.first(where: {
        $0.size.width >= key.level.size.width && $0.size.height >= key.level.size.height
      })
    else { return nil }
    let reduction = TileReduction(of: key, from: rung.size, hasAlpha: hasAlpha)
    guard let pixels = reduction.area.size.area, pixels <= Self.mostPixels else { return nil }
    self.reduction = reduction
    let level = Level(size: rung.size, shape: levels.shape)
    func keys(_ area: PixelRect) -> [TileKey] {
      TileGrid(of: level, touching: area).keys.map {
        TileKey(level: level, column: $0.column, row: $0.row, frame: key.frame)
      }
    }
    tiles = keys(reduction.area)
    let x = Double(rung.size.width) / Double(key.level.size.width)
    let y = Double(rung.size.height) / Double(key.level.size.height)
    let own = PixelRect(
      minX: Int((Double(key.area.minX) * x).rounded(.down)),
      minY: Int((Double(key.area.minY) * y).rounded(.down)),
      maxX: Int((Double(key.area.maxX) * x).rounded(.up)),
      maxY: Int((Double(key.area.maxY) * y).rounded(.up))
    ).intersection(reduction.area)
    shown = Set(keys(own))
    shownArea = TileGrid(of: level, touching: own).area
  }
}

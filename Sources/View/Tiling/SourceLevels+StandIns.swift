import Geometry
import Tiles

/// What stands in for tiles that are not there.
package struct StandIns: Hashable, Sendable {
  /// Tiles of coarser rungs, those for the first ones first.
  package var keys: [TileKey] = []
  /// Tiles of coarser rungs that are not there either.
  package var lacking: Set<TileKey> = []

  /// Nothing.
  package init() {}
}

extension SourceLevels {
  /// What stands in for tiles that are not there: those of the nearest coarser rung in their place,
  /// or, where one of these is not there either, of the next.
  ///
  /// `isLacking` says which tiles are not there. Sources of any scale have none.
  package func standIns(
    for keys: [TileKey], isLacking: (TileKey) -> Bool
  ) -> StandIns {
    guard case .ladder(let rungs) = scales else { return StandIns() }
    var standIns = StandIns()
    var seen: Set<TileKey> = []
    var open = keys
    while let key = open.popLast() {
      guard
        let rung = rungs.last(where: {
          $0.size.width <= key.level.size.width && $0.size.height <= key.level.size.height
            && $0.size != key.level.size
        })
      else { continue }
      let level = Level(size: rung.size, shape: shape)
      for cell in TileGrid(of: level, inPlaceOf: key).keys {
        let cell = cell.inFrame(key.version)
        guard seen.insert(cell).inserted else { continue }
        if isLacking(cell) {
          standIns.lacking.insert(cell)
          open.append(cell)
        } else {
          standIns.keys.append(cell)
        }
      }
    }
    return standIns
  }
}

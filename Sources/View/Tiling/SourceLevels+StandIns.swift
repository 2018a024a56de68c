import Tiles

extension SourceLevels {
  /// Returns stand-ins for missing tiles: those of the nearest coarser rung that has them.
  ///
  /// `isLacking` returns true for missing tiles. A source of any scale has no stand-ins.
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
      for tile in TileGrid(of: level, inPlaceOf: key).keys {
        let tile = tile.inFrame(key.version)
        guard seen.insert(tile).inserted else { continue }
        if isLacking(tile) {
          standIns.lacking.insert(tile)
          open.append(tile)
        } else {
          standIns.keys.append(tile)
        }
      }
    }
    return standIns
  }
}

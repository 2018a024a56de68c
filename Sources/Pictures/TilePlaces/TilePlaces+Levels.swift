import Geometry
import Tiles

// The sizes and names of levels are defined by the layouts. They agree with OpenSeadragon's
// DziTileSource, ZoomifyTileSource and IIIFTileSource, which the tests reproduce.

extension TilePlaces {
  /// The halvings from the picture itself to the first that fits into one tile, smallest first;
  /// they are numbered downwards from the picture, which is 0.
  static func halvings(
    of size: PixelSize, downTo tile: PixelSize, roundsUp: Bool
  ) -> [PlacedLevel] {
    var levels: [PlacedLevel] = []
    var current = size
    while true {
      levels.append(
        PlacedLevel(size: current, factor: 1 << levels.count, number: -levels.count))
      guard current.width > max(1, tile.width) || current.height > max(1, tile.height) else {
        break
      }
      current =
        roundsUp
        ? PixelSize(
          width: dividedRoundingUp(current.width, by: 2),
          height: dividedRoundingUp(current.height, by: 2))
        : PixelSize(width: max(1, current.width / 2), height: max(1, current.height / 2))
    }
    return levels.reversed()
  }

  /// The same levels numbered from 0, the smallest.
  static func numberedFromZero(_ levels: [PlacedLevel]) -> [PlacedLevel] {
    levels.enumerated().map { index, level in
      var level = level
      level.number = index
      return level
    }
  }

  /// Deep Zoom's levels, without those smaller than the first that fits into one tile: the
  /// picture's own number is the number of halvings down to one pixel.
  ///
  /// If tiles are large, some smaller levels are kept: they are cheaper to show as a whole.
  static func deepZoomLevels(of size: PixelSize, edge: Int) -> [PlacedLevel] {
    let longest = max(size.width, size.height)
    let largest = Int.bitWidth - (longest - 1).leadingZeroBitCount
    return halvings(
      of: size, downTo: square(min(edge, TileShape.longestEdge)), roundsUp: true
    ).map { level in
      var level = level
      level.number += largest
      return level
    }
  }

  /// Zoomify's levels.
  ///
  /// Its own tools round halves down, others up: the number of tiles, if stated, shows which.
  static func zoomifyLevels(of size: PixelSize, edge: Int, tileCount: Int) -> [PlacedLevel] {
    let down = counted(halvings(of: size, downTo: square(edge), roundsUp: false), edge: edge)
    guard down.count != tileCount else { return down.levels }
    let up = counted(halvings(of: size, downTo: square(edge), roundsUp: true), edge: edge)
    return up.count == tileCount ? up.levels : down.levels
  }

  private static func counted(
    _ levels: [PlacedLevel], edge: Int
  ) -> (levels: [PlacedLevel], count: Int) {
    var count = 0
    let levels = numberedFromZero(levels).map { level in
      var level = level
      level.tilesBefore = count
      count +=
        dividedRoundingUp(level.size.width, by: max(1, edge))
        * dividedRoundingUp(level.size.height, by: max(1, edge))
      return level
    }
    return (levels, count)
  }

  /// The levels of the Internet Imaging Protocol, without those smaller than the first that fits
  /// into one tile: 0 is the server's smallest.
  static func internetImagingLevels(
    of size: PixelSize, tile: PixelSize, count: Int
  ) -> [PlacedLevel] {
    halvings(of: size, downTo: tile, roundsUp: false).suffix(max(0, count)).map { level in
      var level = level
      level.number += count - 1
      return level
    }
  }

  /// The usable tile set with the most levels, preferring tiles no larger than the viewer's own can
  /// be.
  static func chosen(
    of sets: [TileDescription.TileSet]
  ) throws(TilePlacesError) -> TileDescription.TileSet {
    guard let first = sets.first else { throw .noTiles }
    let usable = sets.filter(canShow)
    let small = usable.filter(isSmall)
    guard
      let best = (small.isEmpty ? usable : small)
        .max(by: { $0.factors.count < $1.factors.count })
    else {
      throw first.factors.isEmpty ? .noTiles : .badTileSize(first.size)
    }
    return best
  }

  /// True if a set's tiles can be shown: their size is supported, and there are some.
  package static func canShow(_ set: TileDescription.TileSet) -> Bool {
    sides.contains(set.size.width) && sides.contains(set.size.height) && !set.factors.isEmpty
  }

  /// True if a set's tiles are no larger than those that the viewer cuts itself.
  package static func isSmall(_ set: TileDescription.TileSet) -> Bool {
    canShow(set) && max(set.size.width, set.size.height) <= TileShape.longestEdge
  }

  /// IIIF's levels, without those smaller than the first that fits into one tile.
  static func iiifLevels(of size: PixelSize, _ set: TileDescription.TileSet) -> [PlacedLevel] {
    var levels: [PlacedLevel] = []
    for factor in Set(set.factors).sorted() where factor >= 1 {
      let reduced = PixelSize(
        width: dividedRoundingUp(size.width, by: factor),
        height: dividedRoundingUp(size.height, by: factor))
      guard reduced != levels.last?.size else { continue }
      levels.append(PlacedLevel(size: reduced, factor: factor, number: 0))
      if reduced.width <= set.size.width, reduced.height <= set.size.height { break }
    }
    return levels.reversed()
  }
}

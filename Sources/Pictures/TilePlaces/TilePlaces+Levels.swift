import Geometry
import Tiles

// Sizes and names of levels are facts of the layouts. They agree with what OpenSeadragon computes
// in DziTileSource, ZoomifyTileSource and IIIFTileSource, which the tests repeat.

extension TilePlaces {
  /// Halvings from the picture itself to the first that fits into one tile, the smallest first;
  /// numbers count from the picture, 0, downwards.
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

  /// The same levels with numbers from 0, the smallest's.
  static func numberedFromZero(_ levels: [PlacedLevel]) -> [PlacedLevel] {
    levels.enumerated().map { index, level in
      var level = level
      level.number = index
      return level
    }
  }

  /// Deep Zoom's levels, without those that one tile of a larger one shows as well: the number of
  /// the picture's own is that of the halvings down to one pixel.
  ///
  /// Where tiles are large the levels of a part of one count too: they take less to be looked at as
  /// a whole.
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
  /// Its own tools round halves down, others up: the number of tiles tells which, where it is
  /// given.
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

  /// The levels of the Internet Imaging Protocol, without those that one tile of a larger one shows
  /// as well: 0 is the smallest that the server has.
  static func internetImagingLevels(
    of size: PixelSize, tile: PixelSize, count: Int
  ) -> [PlacedLevel] {
    halvings(of: size, downTo: tile, roundsUp: false).suffix(max(0, count)).map { level in
      var level = level
      level.number += count - 1
      return level
    }
  }

  /// The set of tiles that has the most levels, of those that can be shown: before others those
  /// that are no larger than the viewer's own can be.
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

  /// Whether tiles of a set can be shown: they are of a size that can be, and there are some.
  package static func canShow(_ set: TileDescription.TileSet) -> Bool {
    sides.contains(set.size.width) && sides.contains(set.size.height) && !set.factors.isEmpty
  }

  /// Whether tiles of a set are no larger than those that the viewer cuts itself.
  package static func isSmall(_ set: TileDescription.TileSet) -> Bool {
    canShow(set) && max(set.size.width, set.size.height) <= TileShape.longestEdge
  }

  /// IIIF's levels, without those that one tile of a larger one shows as well.
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

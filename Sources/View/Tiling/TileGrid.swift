import Geometry
import Tiles

/// A rectangle of a level's tiles: a range of columns and a range of rows.
package struct TileGrid: Hashable, Sendable {
  /// The level.
  package let level: Level
  /// The range of columns.
  package let columns: Range<Int>
  /// The range of rows.
  package let rows: Range<Int>

  /// Creates the grid of all tiles that an area touches; empty if the area is empty.
  package init(of level: Level, touching area: PixelRect) {
    self.level = level
    let area = area.intersection(PixelRect(level.size))
    guard !area.isEmpty else {
      columns = 0..<0
      rows = 0..<0
      return
    }
    let edge = level.shape.edge
    columns = area.minX / edge..<dividedRoundingUp(area.maxX, by: edge)
    rows = area.minY / edge..<dividedRoundingUp(area.maxY, by: edge)
  }

  /// Creates the grid of all tiles of a level.
  package init(of level: Level) { self.init(of: level, touching: PixelRect(level.size)) }

  /// The number of tiles; `Int.max` if it would overflow.
  package var count: Int {
    let (count, isTooMany) = columns.count.multipliedReportingOverflow(by: rows.count)
    return isTooMany ? .max : count
  }

  /// The level's pixels that the tiles cover.
  package var area: PixelRect {
    let edge = level.shape.edge
    return PixelRect(
      minX: columns.lowerBound * edge, minY: rows.lowerBound * edge,
      maxX: min(columns.upperBound * edge, level.size.width),
      maxY: min(rows.upperBound * edge, level.size.height))
  }

  /// True if a tile is in the grid.
  package func contains(_ key: TileKey) -> Bool {
    key.level == level && columns.contains(key.column) && rows.contains(key.row)
  }

  /// The tiles row by row, in the order of a streaming decoder.
  package var keys: [TileKey] {
    rows.flatMap { row in columns.map { TileKey(level: level, column: $0, row: row) } }
  }

  /// The tiles by their distance from a point of the surface, nearest first.
  package func keys(nearest focus: Point, in viewport: Viewport) -> [TileKey] {
    keys.map { (key: $0, distance: viewport.distance(of: $0, from: focus)) }
      .enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element.key)
  }

  /// The maximum number of tiles that a surface touches at once, wherever the picture lies on it.
  ///
  /// `margin`, on each side of the surface, is in device pixels.
  package static func slotCount(
    forSurface surface: PixelSize, margin: Int = 0, shape: TileShape = .usual
  ) -> Int {
    func count(_ extent: Int) -> Int {
      dividedRoundingUp(max(0, extent) + 2 * max(0, margin), by: shape.edge) + 1
    }
    return count(surface.width) * count(surface.height)
  }
}

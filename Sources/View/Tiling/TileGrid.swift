import Geometry
import Tiles

/// The cells of a level that an area touches, as a range of columns and one of rows.
package struct TileGrid: Hashable, Sendable {
  /// The level that is cut.
  package let level: Level
  /// The columns touched.
  package let columns: Range<Int>
  /// The rows touched.
  package let rows: Range<Int>

  /// The cells that an area of a level touches; none where the area is empty.
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

  /// All cells of a level.
  package init(of level: Level) { self.init(of: level, touching: PixelRect(level.size)) }

  /// How many cells there are; as many as a number can tell where there are more.
  package var count: Int {
    let (count, isTooMany) = columns.count.multipliedReportingOverflow(by: rows.count)
    return isTooMany ? .max : count
  }

  /// The pixels of the level that the cells cover.
  package var area: PixelRect {
    let edge = level.shape.edge
    return PixelRect(
      minX: columns.lowerBound * edge, minY: rows.lowerBound * edge,
      maxX: min(columns.upperBound * edge, level.size.width),
      maxY: min(rows.upperBound * edge, level.size.height))
  }

  /// Whether a tile is one of the cells.
  package func contains(_ key: TileKey) -> Bool {
    key.level == level && columns.contains(key.column) && rows.contains(key.row)
  }

  /// The cells row by row, as a decoder that streams comes by them.
  package var keys: [TileKey] {
    rows.flatMap { row in columns.map { TileKey(level: level, column: $0, row: row) } }
  }

  /// The cells in the order of their distance from a point of the surface, nearest first.
  package func keys(nearest focus: Point, in viewport: Viewport) -> [TileKey] {
    keys.map { (key: $0, distance: viewport.distance(of: $0, from: focus)) }
      .enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element.key)
  }

  /// How many tiles a surface can touch at once at most, wherever the picture lies on it.
  ///
  /// The margin on each side of it is in device pixels.
  package static func slotCount(
    forSurface surface: PixelSize, margin: Int = 0, shape: TileShape = .usual
  ) -> Int {
    func count(_ extent: Int) -> Int {
      dividedRoundingUp(max(0, extent) + 2 * max(0, margin), by: shape.edge) + 1
    }
    return count(surface.width) * count(surface.height)
  }
}

import Geometry

/// Names one tile of a picture: a square cell of a level, `TileSize.edge` pixels wide.
public struct TileKey: Hashable, Sendable {
  /// The level that the tile is cut from.
  public var level: Level
  /// Cells to the right of the level's left edge.
  public var column: Int
  /// Cells below the level's top edge.
  public var row: Int

  /// The tile of a level at a column and a row.
  public init(level: Level, column: Int, row: Int) {
    self.level = level
    self.column = column
    self.row = row
  }

  /// The edge of a full cell, in pixels of the level.
  public static var edge: Int { TileSize.edge }

  /// The pixels of the level that the tile covers, gutter left out; empty outside the level.
  public var area: PixelRect {
    let (x, xOverflow) = column.multipliedReportingOverflow(by: Self.edge)
    let (y, yOverflow) = row.multipliedReportingOverflow(by: Self.edge)
    guard !xOverflow, !yOverflow, x >= 0, y >= 0, x < level.size.width, y < level.size.height
    else { return PixelRect(.zero) }
    return PixelRect(
      minX: x, minY: y, maxX: min(x + Self.edge, level.size.width),
      maxY: min(y + Self.edge, level.size.height))
  }

  /// How its pixels lie in memory.
  public var layout: TileLayout { TileLayout(area: area.size) }
}

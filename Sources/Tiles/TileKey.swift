import Geometry

/// Names one tile of a picture: a square cell of a level, `level.shape.edge` pixels wide.
public struct TileKey: Hashable, Sendable {
  /// The level that the tile is cut from.
  public var level: Level
  /// Cells to the right of the level's left edge.
  public var column: Int
  /// Cells below the level's top edge.
  public var row: Int
  /// Which frame of a source that moves, from 0.
  public var frame: Int

  /// The tile of a level at a column and a row.
  public init(level: Level, column: Int, row: Int, frame: Int = 0) {
    self.level = level
    self.column = column
    self.row = row
    self.frame = frame
  }

  /// The pixels of the level that the tile covers, overlap left out; empty outside the level.
  public var area: PixelRect {
    let edge = level.shape.edge
    let (x, xOverflow) = column.multipliedReportingOverflow(by: edge)
    let (y, yOverflow) = row.multipliedReportingOverflow(by: edge)
    guard !xOverflow, !yOverflow, x >= 0, y >= 0, x < level.size.width, y < level.size.height
    else { return PixelRect(.zero) }
    return PixelRect(
      minX: x, minY: y, maxX: min(x + edge, level.size.width),
      maxY: min(y + edge, level.size.height))
  }

  /// How its pixels lie in memory.
  public var layout: TileLayout { TileLayout(area: area.size, shape: level.shape) }
}

import Geometry

/// The identity of a tile: a square cell of a level, `level.shape.edge` pixels wide.
public struct TileKey: Hashable, Sendable {
  /// The level that the tile belongs to.
  public var level: Level
  /// The column in the level's grid, from the left.
  public var column: Int
  /// The row in the level's grid, from the top.
  public var row: Int
  /// The frame, and the display colours that it was made for.
  public var version: FrameVersion

  /// Creates the key of a cell of a level.
  public init(level: Level, column: Int, row: Int, frame: Int = 0) {
    self.level = level
    self.column = column
    self.row = row
    version = FrameVersion(frame: frame)
  }

  /// The frame of an animation, from 0.
  public var frame: Int { version.frame }

  // Views look up all their tiles several times per frame. Few levels exist at once, so the cell
  // and the width are enough to spread the hashes.
  /// Hashes the cell, the frame's version and the level's width.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(column ^ frame &<< 40 ^ version.generation &<< 52)
    hasher.combine(row ^ level.size.width &<< 20)
  }

  /// Returns the key of this tile in another frame, or in other display colours.
  public func inFrame(_ version: FrameVersion) -> TileKey {
    var key = self
    key.version = version
    return key
  }

  /// The level's pixels that the tile covers, without overlap; empty outside the level.
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

  /// The memory layout of the tile's pixels.
  public var layout: TileLayout { TileLayout(area: area.size, shape: level.shape) }
}

/// The quality of a tile.
public enum TileQuality: UInt8, Hashable, Sendable {
  /// As fast as the format allows; good enough until the exact tile arrives.
  case preview = 0
  /// Reduced from full resolution in linear light, as a settled view shows it.
  case exact = 1
}

import Geometry

/// The levels of a cut picture, and the numbered tiles of each.
///
/// Level 0 is the picture itself, each other one half of the previous. A level's tiles are numbered
/// by rows from the top left, after those of the levels before it.
package struct CutPyramid: Hashable, Sendable {
  /// How odd sizes are halved.
  package enum Rounding: Int, Hashable, Sendable {
    /// The last row or column counts twice.
    case up = 0
    /// The last row or column is dropped.
    case down = 1
  }

  /// Where halving stops.
  package enum HalvingLimit: Int, Hashable, Sendable {
    /// At the first level that fits into one tile.
    case tile = 0
    /// At one pixel.
    case pixel = 1
  }

  /// One level.
  package struct Level: Hashable, Sendable {
    /// The level's size in pixels.
    package var size: PixelSize
    /// The number of tile columns.
    package var columns: Int
    /// The number of tile rows.
    package var rows: Int
    /// The number of the level's first tile.
    package var firstTile: Int
  }

  /// A tile's position.
  package struct TilePosition: Hashable, Sendable {
    /// The number of times the tile's level was halved.
    package var level: Int
    /// The column, from the left.
    package var column: Int
    /// The row, from the top.
    package var row: Int

    /// A position in a level.
    package init(level: Int, column: Int, row: Int) {
      self.level = level
      self.column = column
      self.row = row
    }
  }

  /// The size of the picture.
  package let size: PixelSize
  /// The edge of a tile.
  package let edge: Int
  /// The overlap of adjacent tiles in pixels.
  package let overlap: Int
  /// How odd sizes are halved.
  package let rounding: Rounding
  /// Where halving stops.
  package let end: HalvingLimit
  /// True if tiles at the right and bottom edge are padded to full size.
  package let isPadded: Bool
  /// The levels, the picture itself first.
  package let levels: [Level]

  /// The longest side of a picture that can be cut.
  package static let longestSide = 1 << 24
  /// The maximum number of tiles.
  package static let mostTiles = 1 << 28
  /// The allowed tile edges, in pixels.
  package static let edges = 32...1024

  /// The pyramid of a picture; `nil` if the numbers are invalid.
  package init?(
    size: PixelSize, edge: Int, overlap: Int, rounding: Rounding, end: HalvingLimit, isPadded: Bool
  ) {
    guard (1...Self.longestSide).contains(size.width), (1...Self.longestSide).contains(size.height),
      Self.edges.contains(edge), (0...edge / 2).contains(overlap),
      edge + 2 * overlap <= Self.edges.upperBound
    else { return nil }
    self.size = size
    self.edge = edge
    self.overlap = overlap
    self.rounding = rounding
    self.end = end
    self.isPadded = isPadded
    var levels: [Level] = []
    var count = 0
    var current = size
    while true {
      let columns = dividedRoundingUp(current.width, by: edge)
      let rows = dividedRoundingUp(current.height, by: edge)
      levels.append(Level(size: current, columns: columns, rows: rows, firstTile: count))
      count += columns * rows
      guard max(current.width, current.height) > (end == .tile ? edge : 1) else { break }
      current = PixelSize(
        width: Self.half(current.width, rounding), height: Self.half(current.height, rounding))
    }
    guard count <= Self.mostTiles else { return nil }
    self.levels = levels
  }

  private static func half(_ side: Int, _ rounding: Rounding) -> Int {
    rounding == .up ? (side + 1) / 2 : max(1, side / 2)
  }

  /// The number of tiles in all levels.
  package var tileCount: Int {
    levels.last.map { $0.firstTile + $0.columns * $0.rows } ?? 0
  }

  /// The number of a tile.
  package func index(of position: TilePosition) -> Int {
    levels[position.level].firstTile + position.row * levels[position.level].columns
      + position.column
  }

  /// The tile with a number, which must be below the count.
  package func position(of index: Int) -> TilePosition {
    let level = levels.lastIndex { $0.firstTile <= index } ?? 0
    let inside = index - levels[level].firstTile
    return TilePosition(
      level: level, column: inside % levels[level].columns, row: inside / levels[level].columns)
  }

  /// The pixels of its level that a tile shows, including overlap.
  package func area(of position: TilePosition) -> PixelRect {
    PixelRect(
      minX: position.column * edge, minY: position.row * edge, maxX: (position.column + 1) * edge,
      maxY: (position.row + 1) * edge
    ).grown(by: overlap).intersection(PixelRect(levels[position.level].size))
  }

  /// The size of a tile's picture.
  package func pictureSize(of position: TilePosition) -> PixelSize {
    isPadded ? PixelSize(width: edge, height: edge) : area(of: position).size
  }
}

import Geometry

/// How a picture is cut: its levels, and the tiles of each, numbered through.
///
/// Level 0 is the picture itself, each other half of the one before. The tiles of a level are
/// numbered by rows from the top left, after all those of the levels before it.
package struct CutPyramid: Hashable, Sendable {
  /// What becomes of an odd last row or column.
  package enum Rounding: Int, Hashable, Sendable {
    /// It counts twice.
    case up = 0
    /// It is left out.
    case down = 1
  }

  /// Where the halvings end.
  package enum End: Int, Hashable, Sendable {
    /// With the first level that fits into one tile.
    case tile = 0
    /// With one pixel.
    case pixel = 1
  }

  /// One level.
  package struct Level: Hashable, Sendable {
    /// Its size.
    package var size: PixelSize
    /// How many tiles stand side by side.
    package var columns: Int
    /// How many rows of tiles there are.
    package var rows: Int
    /// The number of its first tile.
    package var firstTile: Int
  }

  /// Where a tile is.
  package struct Cell: Hashable, Sendable {
    /// How many times its level was halved.
    package var level: Int
    /// From the left.
    package var column: Int
    /// From the top.
    package var row: Int

    /// A cell of a level.
    package init(level: Int, column: Int, row: Int) {
      self.level = level
      self.column = column
      self.row = row
    }
  }

  /// The size of the picture.
  package let size: PixelSize
  /// The edge of a cell.
  package let edge: Int
  /// By how many pixels tiles reach into their neighbours.
  package let overlap: Int
  /// What becomes of odd rows and columns.
  package let rounding: Rounding
  /// Where the halvings end.
  package let end: End
  /// Whether tiles at the right and lower edge are filled up to whole ones.
  package let isPadded: Bool
  /// The levels, the picture itself first.
  package let levels: [Level]

  /// The longest side of a picture that is cut.
  package static let longestSide = 1 << 24
  /// The most tiles.
  package static let mostTiles = 1 << 28
  /// The edges that tiles may have, in pixels.
  package static let edges = 32...1024

  /// The pyramid of a picture; `nil` where there is none of such numbers.
  package init?(
    size: PixelSize, edge: Int, overlap: Int, rounding: Rounding, end: End, isPadded: Bool
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

  /// How many tiles there are of all levels.
  package var tileCount: Int {
    levels.last.map { $0.firstTile + $0.columns * $0.rows } ?? 0
  }

  /// The number of a tile.
  package func index(of cell: Cell) -> Int {
    levels[cell.level].firstTile + cell.row * levels[cell.level].columns + cell.column
  }

  /// The tile of a number, which must be below the count.
  package func cell(of index: Int) -> Cell {
    let level = levels.lastIndex { $0.firstTile <= index } ?? 0
    let inside = index - levels[level].firstTile
    return Cell(
      level: level, column: inside % levels[level].columns, row: inside / levels[level].columns)
  }

  /// The pixels of its level that a tile's picture shows, what it overlaps by included.
  package func area(of cell: Cell) -> PixelRect {
    PixelRect(
      minX: cell.column * edge, minY: cell.row * edge, maxX: (cell.column + 1) * edge,
      maxY: (cell.row + 1) * edge
    ).grown(by: overlap).intersection(PixelRect(levels[cell.level].size))
  }

  /// The size of a tile's picture.
  package func pictureSize(of cell: Cell) -> PixelSize {
    isPadded ? PixelSize(width: edge, height: edge) : area(of: cell).size
  }
}

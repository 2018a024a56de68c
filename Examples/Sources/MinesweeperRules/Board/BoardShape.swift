/// How large a field is, and how many mines lie in it.
public struct BoardShape: Hashable, Sendable {
  /// Cells in a row.
  public let columns: Int
  /// Rows.
  public let rows: Int
  /// Mines in all.
  public let mines: Int

  /// The largest number of columns, and of rows.
  public static let largestSide = 1000

  /// 9 × 9 cells with 10 mines.
  public static let beginner = BoardShape(known: 9, 9, 10)
  /// 16 × 16 cells with 40 mines.
  public static let intermediate = BoardShape(known: 16, 16, 40)
  /// 30 × 16 cells with 99 mines.
  public static let expert = BoardShape(known: 30, 16, 99)
  /// A million cells, so many mines that no zero region runs through all of it.
  public static let world = BoardShape(known: 1000, 1000, 170_000)

  /// A shape of a field's size, at least 2 cells, with at least one mine and one cell without.
  public init(columns: Int, rows: Int, mines: Int) throws(BoardProblem) {
    guard (1...Self.largestSide).contains(columns), (1...Self.largestSide).contains(rows),
      columns * rows > 1
    else { throw .badSize(columns: columns, rows: rows) }
    guard (1..<columns * rows).contains(mines) else {
      throw .badMines(mines, cells: columns * rows)
    }
    self.init(known: columns, rows, mines)
  }

  private init(known columns: Int, _ rows: Int, _ mines: Int) {
    self.columns = columns
    self.rows = rows
    self.mines = mines
  }

  /// All cells.
  public var cells: Int { columns * rows }

  /// Mines per cell.
  public var density: Double { Double(mines) / Double(cells) }

  /// Whether a cell lies in the field.
  public func contains(_ cell: Cell) -> Bool {
    cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows
  }

  /// The number of a cell of the field, row by row.
  public func index(of cell: Cell) -> Int { cell.row * columns + cell.column }

  /// The cell of a number.
  public func cell(at index: Int) -> Cell {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return Cell(column: column, row: row)
  }

  /// Calls a function with the number of each neighbour of a cell, three to eight in most fields.
  @inline(__always)
  public func forEachNeighbor(of index: Int, _ body: (Int) -> Void) {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) where x != column || y != row {
        body(y * columns + x)
      }
    }
  }

  /// The neighbours of a cell.
  public func neighbors(of index: Int) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(8)
    forEachNeighbor(of: index) { result.append($0) }
    return result
  }
}

/// Where a cell lies, from the field's top left one.
public struct Cell: Hashable, Sendable {
  /// From the left.
  public var column: Int
  /// From the top.
  public var row: Int

  /// A cell of a column and a row.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// Why there is no such board.
public enum BoardProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side that is none, or too long.
  case badSize(columns: Int, rows: Int)
  /// No mine, or no cell without one.
  case badMines(Int, cells: Int)
  /// A word that says no board.
  case badName(String)

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .badSize(let columns, let rows):
      "a board of \(columns) × \(rows) cells can't be had: "
        + "sides go up to \(BoardShape.largestSide), and there are at least two cells"
    case .badMines(let mines, let cells):
      "\(mines) mines can't be had in \(cells) cells: there is at least one, "
        + "and at least one cell without"
    case .badName(let name):
      "“\(name)” is no board: beginner, intermediate, expert, world, "
        + "or columns x rows / mines such as 20x12/40"
    }
  }
}

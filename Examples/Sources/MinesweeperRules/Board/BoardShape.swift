/// The size of a field and its number of mines.
public struct BoardShape: Hashable, Sendable {
  /// The number of cells in a row.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// The number of mines.
  public let mines: Int

  /// The maximum number of columns, and of rows.
  public static let largestSide = 1000

  /// 9 × 9 cells with 10 mines.
  public static let beginner = BoardShape(known: 9, 9, 10)
  /// 16 × 16 cells with 40 mines.
  public static let intermediate = BoardShape(known: 16, 16, 40)
  /// 30 × 16 cells with 99 mines.
  public static let expert = BoardShape(known: 30, 16, 99)
  /// A million cells, with enough mines that no zero region extends across all of it.
  public static let world = BoardShape(known: 1000, 1000, 170_000)

  /// Makes a shape of at least 2 cells, with at least one mine and one cell without.
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

  /// The number of cells.
  public var cells: Int { columns * rows }

  /// The number of mines per cell.
  public var density: Double { Double(mines) / Double(cells) }

  /// Returns true if a cell is in the field.
  public func contains(_ cell: Cell) -> Bool {
    cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows
  }

  /// Returns a cell's index in row-major order.
  public func index(of cell: Cell) -> Int { cell.row * columns + cell.column }

  /// Returns the cell with an index.
  public func cell(at index: Int) -> Cell {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return Cell(column: column, row: row)
  }

  /// Calls a function with the index of each neighbour of a cell, three to eight in most fields.
  @inline(__always)
  public func forEachNeighbor(of index: Int, _ body: (Int) -> Void) {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) where x != column || y != row {
        body(y * columns + x)
      }
    }
  }

  /// Returns the neighbours of a cell.
  public func neighbors(of index: Int) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(8)
    forEachNeighbor(of: index) { result.append($0) }
    return result
  }
}

/// A cell's position, relative to the field's top left cell.
public struct Cell: Hashable, Sendable {
  /// The column, from the left.
  public var column: Int
  /// The row, from the top.
  public var row: Int

  /// Makes a cell from a column and a row.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// The reason why a board is not possible.
public enum BoardProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side is below 1 or too long, or there is only one cell.
  case badSize(columns: Int, rows: Int)
  /// There is no mine, or no cell without one.
  case badMines(Int, cells: Int)
  /// A word is not the name of a board.
  case badName(String)

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .badSize(let columns, let rows):
      "a board can't have \(columns) × \(rows) cells: "
        + "sides have at most \(BoardShape.largestSide) cells, and a board at least two"
    case .badMines(let mines, let cells):
      "a board of \(cells) cells can't have \(mines) mines: there must be at least one mine "
        + "and one cell without a mine"
    case .badName(let name):
      "“\(name)” is not a board; use beginner, intermediate, expert, world, "
        + "or columns x rows / mines such as 20x12/40"
    }
  }
}

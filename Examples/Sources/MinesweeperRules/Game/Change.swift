/// The cells whose faces a move has changed.
public struct Change: Hashable, Sendable {
  /// Their numbers; each once, in no order.
  public internal(set) var cells: [Int] = []

  /// Nothing.
  public init() {}

  /// Whether nothing has changed.
  public var isEmpty: Bool { cells.isEmpty }

  /// Few rectangles that have all of the cells in them: the blocks of a grid that have any, each
  /// cut down to its cells.
  public func areas(in shape: BoardShape, block: Int = 16) -> [CellArea] {
    let columns = (shape.columns + block - 1) / block
    var areas: [Int: CellArea] = [:]
    for index in cells {
      let cell = shape.cell(at: index)
      let key = cell.row / block * columns + cell.column / block
      areas[key] = areas[key]?.union(CellArea(cell)) ?? CellArea(cell)
    }
    return areas.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A rectangle of cells.
public struct CellArea: Hashable, Sendable {
  /// Columns, from the left.
  public var columns: Range<Int>
  /// Rows, from the top.
  public var rows: Range<Int>

  /// A rectangle of columns and rows.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// One cell.
  public init(_ cell: Cell) {
    self.init(columns: cell.column..<cell.column + 1, rows: cell.row..<cell.row + 1)
  }

  /// Whether a cell lies in it.
  public func contains(_ cell: Cell) -> Bool {
    columns.contains(cell.column) && rows.contains(cell.row)
  }

  /// The smallest rectangle that has both in it.
  public func union(_ other: CellArea) -> CellArea {
    let left = min(columns.lowerBound, other.columns.lowerBound)
    let right = max(columns.upperBound, other.columns.upperBound)
    let top = min(rows.lowerBound, other.rows.lowerBound)
    let bottom = max(rows.upperBound, other.rows.upperBound)
    return CellArea(columns: left..<right, rows: top..<bottom)
  }
}

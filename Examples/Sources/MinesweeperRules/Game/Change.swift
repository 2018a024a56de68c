/// The cells whose faces a move changed.
public struct Change: Hashable, Sendable {
  /// The indices of the cells, without duplicates, in no particular order.
  public internal(set) var cells: [Int] = []

  /// Makes an empty change.
  public init() {}

  /// True if no cell changed.
  public var isEmpty: Bool { cells.isEmpty }

  /// Returns a few rectangles that contain all the cells: one per block of a grid that has any,
  /// reduced to the bounds of its cells.
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
  /// The columns, from the left.
  public var columns: Range<Int>
  /// The rows, from the top.
  public var rows: Range<Int>

  /// Makes a rectangle of columns and rows.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Makes a rectangle of one cell.
  public init(_ cell: Cell) {
    self.init(columns: cell.column..<cell.column + 1, rows: cell.row..<cell.row + 1)
  }

  /// Returns true if a cell is in the rectangle.
  public func contains(_ cell: Cell) -> Bool {
    columns.contains(cell.column) && rows.contains(cell.row)
  }

  /// Returns the smallest rectangle that contains both.
  public func union(_ other: CellArea) -> CellArea {
    let left = min(columns.lowerBound, other.columns.lowerBound)
    let right = max(columns.upperBound, other.columns.upperBound)
    let top = min(rows.lowerBound, other.rows.lowerBound)
    let bottom = max(rows.upperBound, other.rows.upperBound)
    return CellArea(columns: left..<right, rows: top..<bottom)
  }
}

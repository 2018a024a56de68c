import Geometry

/// A square of a grid over the picture, aligned to the picture's corner.
struct GridCell: Hashable, Comparable {
  var row: Int
  var column: Int

  /// Creates the square that contains a point; the edge is in units of the picture.
  @inline(__always)
  init(of point: Point, edge: Double) {
    row = Self.number(point.y, edge)
    column = Self.number(point.x, edge)
  }

  init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  static func < (left: GridCell, right: GridCell) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }

  @inline(__always)
  static func number(_ value: Double, _ edge: Double) -> Int {
    // Points further out share the outermost squares.
    Int(max(-1e15, min(1e15, (value / edge).rounded(.down))))
  }
}

/// The squares of a grid that an area touches.
struct GridRange {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>

  init(_ area: Rect, edge: Double) {
    let first = GridCell(of: Point(x: area.minX, y: area.minY), edge: edge)
    let last = GridCell(of: Point(x: area.maxX, y: area.maxY), edge: edge)
    columns = first.column...max(first.column, last.column)
    rows = first.row...max(first.row, last.row)
  }

  /// The number of squares.
  var count: Int {
    let (product, overflow) = columns.count.multipliedReportingOverflow(by: rows.count)
    return overflow ? .max : product
  }

  @inline(__always)
  func contains(_ cell: GridCell) -> Bool {
    columns.contains(cell.column) && rows.contains(cell.row)
  }
}

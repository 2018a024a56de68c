import MinesweeperRules

/// A second, simple implementation of the rules: sets of cells, and passes over the whole field
/// until nothing changes.
struct SlowGame {
  let columns: Int
  let rows: Int
  let mines: Set<Cell>
  let usesQuestionMarks: Bool
  private var opened: Set<Cell> = []
  private var flagged: Set<Cell> = []
  private var questioned: Set<Cell> = []

  init(_ field: MineField, usesQuestionMarks: Bool) {
    columns = field.shape.columns
    rows = field.shape.rows
    mines = Set(field.mines.map(field.shape.cell(at:)))
    self.usesQuestionMarks = usesQuestionMarks
  }

  var all: [Cell] {
    (0..<rows).flatMap { row in (0..<columns).map { Cell(column: $0, row: row) } }
  }

  var isLost: Bool { !opened.isDisjoint(with: mines) }
  var isWon: Bool { !isLost && opened.count == columns * rows - mines.count }
  var flags: Int { isWon ? mines.count : flagged.count }

  private func areNeighbors(_ a: Cell, _ b: Cell) -> Bool {
    a != b && abs(a.column - b.column) <= 1 && abs(a.row - b.row) <= 1
  }

  private func neighbors(of cell: Cell) -> [Cell] {
    var result: [Cell] = []
    for row in cell.row - 1...cell.row + 1 where row >= 0 && row < rows {
      for column in cell.column - 1...cell.column + 1 where column >= 0 && column < columns {
        let other = Cell(column: column, row: row)
        if areNeighbors(cell, other) { result.append(other) }
      }
    }
    return result
  }

  private func count(around cell: Cell) -> Int { neighbors(of: cell).count(where: mines.contains) }

  mutating func uncover(_ cell: Cell) {
    guard !isLost, !isWon, !flagged.contains(cell) else { return }
    open([cell])
  }

  mutating func mark(_ cell: Cell) {
    guard !isLost, !isWon, !opened.contains(cell) else { return }
    if flagged.remove(cell) != nil {
      if usesQuestionMarks { questioned.insert(cell) }
    } else if questioned.remove(cell) == nil {
      flagged.insert(cell)
    }
  }

  mutating func chord(_ cell: Cell) {
    guard !isLost, !isWon, opened.contains(cell), count(around: cell) > 0 else { return }
    let around = neighbors(of: cell)
    guard around.count(where: flagged.contains) == count(around: cell) else { return }
    open(Set(around.filter { !flagged.contains($0) }))
  }

  /// Opens cells, and grows the region until it has no covered neighbour next to a zero.
  private mutating func open(_ cells: Set<Cell>) {
    var region = cells.subtracting(opened)
    var before = -1
    while region.count != before {
      before = region.count
      for cell in region where !mines.contains(cell) && count(around: cell) == 0 {
        region.formUnion(
          neighbors(of: cell).filter { !flagged.contains($0) && !opened.contains($0) })
      }
    }
    opened.formUnion(region)
    questioned.subtract(opened)
  }

  func face(of cell: Cell) -> CellFace {
    if opened.contains(cell) {
      return mines.contains(cell) ? .exploded : .open(count(around: cell))
    }
    if isWon { return .flagged }
    if isLost, flagged.contains(cell) { return mines.contains(cell) ? .flagged : .wrongFlag }
    if isLost, mines.contains(cell) { return .mine }
    if flagged.contains(cell) { return .flagged }
    return questioned.contains(cell) ? .questioned : .covered
  }
}

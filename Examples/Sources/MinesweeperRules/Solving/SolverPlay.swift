/// Plays a field with the solver's deductions only.
struct SolverPlay {
  private(set) var solver: Solver
  private var isOpen: [Bool]
  private var left: Int

  /// Starts a game with the first cell open.
  init(_ field: MineField, first: Int) {
    solver = Solver(field.shape)
    isOpen = [Bool](repeating: false, count: field.shape.cells)
    left = field.shape.cells - field.shape.mines
    open([first], on: field)
  }

  /// Continues until all cells are open, then returns true, or until nothing follows.
  mutating func run(on field: MineField) -> Bool {
    while left > 0 {
      let found = solver.deduce()
      if found.isEmpty { return false }
      open(found.safe, on: field)
    }
    return true
  }

  /// Updates the solver for open cells whose numbers may have changed.
  mutating func seeAgain(_ cells: [Int], on field: MineField) {
    for index in cells where isOpen[index] { solver.see(index, count: field.count(around: index)) }
  }

  private mutating func open(_ cells: [Int], on field: MineField) {
    var waiting = cells
    while let index = waiting.popLast() {
      if isOpen[index] { continue }
      isOpen[index] = true
      left -= 1
      let count = field.count(around: index)
      solver.see(index, count: count)
      if count == 0 { waiting += field.shape.neighbors(of: index).filter { !isOpen[$0] } }
    }
  }
}

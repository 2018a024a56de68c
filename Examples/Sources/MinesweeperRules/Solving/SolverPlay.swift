/// Plays a field by what the solver finds, and nothing else.
struct SolverPlay {
  private(set) var solver: Solver
  private var isOpen: [Bool]
  private var left: Int

  /// A game that begins with an open cell.
  init(_ field: MineField, first: Int) {
    solver = Solver(field.shape)
    isOpen = [Bool](repeating: false, count: field.shape.cells)
    left = field.shape.cells - field.shape.mines
    open([first], on: field)
  }

  /// Goes on until all is open, which it tells by `true`, or nothing follows any more.
  mutating func run(on field: MineField) -> Bool {
    while left > 0 {
      let found = solver.deduce()
      if found.isEmpty { return false }
      open(found.safe, on: field)
    }
    return true
  }

  /// Looks again at open cells whose numbers may be others.
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

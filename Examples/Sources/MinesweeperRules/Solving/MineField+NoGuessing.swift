/// Fields that can be solved by logic after the first cell.
extension MineField {
  /// The maximum number of cells for fields without guesses; such a field takes two seconds at
  /// most.
  public static let largestWithoutGuessing = 40_000
  /// The maximum density; above it, hardly any field can be solved without a guess.
  public static let densestWithoutGuessing = 0.21

  /// Returns true if fields of a shape are available without guesses.
  public static func isOfferedWithoutGuessing(_ shape: BoardShape) -> Bool {
    shape.cells <= largestWithoutGuessing && shape.density <= densestWithoutGuessing
      && shape.cells >= shape.mines + 9
  }

  /// Returns a field of a seed that the solver can solve from the first cell; `nil` if none was
  /// found.
  ///
  /// Where the solver is stuck, mines are exchanged between that place and cells unknown to it.
  public static func withoutGuessing(_ shape: BoardShape, seed: UInt64, first: Int) -> MineField? {
    var dice = Dice(seed: seed)
    for _ in 0..<40 {
      var field = MineField(shape, first: first, dice: &dice)
      if field.smooth(first: first, &dice) { return field }
    }
    return nil
  }

  /// Moves mines until no guess is needed; returns false if that fails.
  private mutating func smooth(first: Int, _ dice: inout Dice) -> Bool {
    var moves = 0
    while true {
      var play = SolverPlay(self, first: first)
      var isUntouched = true
      while !play.run(on: self) {
        moves += 1
        // A search that succeeds ends long before that.
        guard moves < 60 + shape.cells / 4 else { return false }
        guard let changed = loosen(play.solver, &dice) else { return false }
        isUntouched = false
        play.seeAgain(changed, on: self)
      }
      // Deductions between the moves may rely on numbers that have changed, so the field is solved
      // again.
      if isUntouched { return true }
    }
  }

  /// Empties or fills the unknown cells around a number at which the solver is stuck; returns the
  /// cells whose numbers may have changed, or `nil` if no exchange is possible.
  private mutating func loosen(_ solver: Solver, _ dice: inout Dice) -> [Int]? {
    let stuck = (0..<shape.cells).filter(solver.isStuckNumber)
    guard !stuck.isEmpty else { return nil }
    let number = stuck[dice.number(below: stuck.count)]
    let around = shape.neighbors(of: number).filter { solver.known[$0] == .unknown }
    let mined = around.filter(isMine)
    let free = around.filter { !isMine($0) }
    let elsewhere = (0..<shape.cells).filter {
      solver.known[$0] == .unknown && !around.contains($0)
    }
    let minesElsewhere = elsewhere.filter(isMine)
    let freeElsewhere = elsewhere.filter { !isMine($0) }
    var ways: [(from: [Int], to: [Int])] = []
    if mined.count <= freeElsewhere.count { ways.append((mined, freeElsewhere)) }
    if free.count <= minesElsewhere.count { ways.append((minesElsewhere, free)) }
    guard !ways.isEmpty else { return nil }
    var (from, to) = ways[dice.number(below: ways.count)]
    var changed: Set<Int> = []
    for _ in 0..<min(from.count, to.count) {
      let old = from.remove(at: dice.number(below: from.count))
      let new = to.remove(at: dice.number(below: to.count))
      move(from: old, to: new)
      changed.formUnion(shape.neighbors(of: old) + shape.neighbors(of: new))
    }
    return changed.sorted()
  }
}

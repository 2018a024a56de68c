/// Fields that logic solves from the first cell on.
extension MineField {
  /// Up to so many cells a field without guesses is offered: it is there in two seconds at most.
  public static let largestWithoutGuessing = 40_000
  /// With more mines per cell than this, hardly any field can be solved without a guess.
  public static let densestWithoutGuessing = 0.21

  /// Whether fields of a shape are offered without guesses.
  public static func isOfferedWithoutGuessing(_ shape: BoardShape) -> Bool {
    shape.cells <= largestWithoutGuessing && shape.density <= densestWithoutGuessing
      && shape.cells >= shape.mines + 9
  }

  /// A field of a seed that the solver solves from the first cell on; `nil` where none was found.
  ///
  /// Where it is stuck, mines are moved away from the place or into it, out of what it has not
  /// seen.
  public static func withoutGuessing(_ shape: BoardShape, seed: UInt64, first: Int) -> MineField? {
    var dice = Dice(seed: seed)
    for _ in 0..<40 {
      var field = MineField(shape, first: first, dice: &dice)
      if field.smooth(first: first, &dice) { return field }
    }
    return nil
  }

  /// Moves mines until nothing has to be guessed; whether that came about.
  private mutating func smooth(first: Int, _ dice: inout Dice) -> Bool {
    var moves = 0
    while true {
      var play = SolverPlay(self, first: first)
      var isUntouched = true
      while !play.run(on: self) {
        moves += 1
        // Long before that it would have come to its end.
        guard moves < 60 + shape.cells / 4 else { return false }
        guard let changed = loosen(play.solver, &dice) else { return false }
        isUntouched = false
        play.seeAgain(changed, on: self)
      }
      // What was solved between the moves may rest on numbers that are others now: once more, then.
      if isUntouched { return true }
    }
  }

  /// Empties or fills the unknown cells around a number that the solver is stuck at; the cells
  /// whose numbers are others now, or `nil` where there is nothing to exchange mines with.
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

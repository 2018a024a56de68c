import MinesweeperRules
import Testing

/// Plays by the solver's deductions; returns the number of cells that stay closed, or `nil` if a
/// deduction is wrong.
private func play(_ field: MineField, first: Int) -> Int? {
  let shape = field.shape
  var game = Game(shape) { _, _ in field }
  var solver = Solver(shape)
  func show(_ change: Change) {
    for index in change.cells {
      if case .open(let count) = game.face(at: index) { solver.see(index, count: count) }
    }
  }
  show(game.uncover(shape.cell(at: first), at: 0))
  while game.phase == .playing {
    let found = solver.deduce()
    if found.isEmpty { break }
    guard !found.safe.contains(where: field.isMine), found.mines.allSatisfy(field.isMine) else {
      return nil
    }
    for index in found.safe { show(game.uncover(shape.cell(at: index), at: 0)) }
  }
  return game.phase == .lost ? nil : game.cellsLeft
}

@Suite struct SolverTests {
  @Test(arguments: BoardShape.classics.map(\.name))
  func `what it finds is so, on random boards`(name: String) throws {
    let shape = try BoardShape(named: name)
    let seed = UInt64.random(in: .min ... .max)
    var dice = Dice(seed: seed)
    for _ in 0..<300 {
      let first = dice.number(below: shape.cells)
      let field = MineField(shape, seed: dice.next(), first: first)
      #expect(play(field, first: first) != nil, "seed \(seed)")
    }
  }

  /// Enumerates all fields that show the same numbers; what they have in common must be deduced.
  @Test func `it finds all that follows, on small boards`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var dice = Dice(seed: seed)
    for _ in 0..<300 {
      let shape = try BoardShape(columns: 4, rows: 4, mines: 2 + dice.number(below: 5))
      let first = dice.number(below: shape.cells)
      let field = MineField(shape, seed: dice.next(), first: first)
      var solver = Solver(shape)
      var open: [Int: Int] = [:]
      for index in 0..<shape.cells
      where index == first || !field.isMine(index) && dice.number(below: 3) == 0 {
        open[index] = field.count(around: index)
      }
      for (index, count) in open { solver.see(index, count: count) }
      var safe: Set<Int> = []
      var mines: Set<Int> = []
      while true {
        let found = solver.deduce()
        if found.isEmpty { break }
        safe.formUnion(found.safe)
        mines.formUnion(found.mines)
      }
      let (always, never) = certainties(shape, open)
      #expect(mines == always && safe == never, "seed \(seed)")
    }
  }

  private func certainties(
    _ shape: BoardShape, _ open: [Int: Int]
  ) -> (mines: Set<Int>, safe: Set<Int>) {
    let closed = Set((0..<shape.cells).filter { open[$0] == nil })
    var always = closed
    var never = closed
    for bits in 0..<(1 << shape.cells) where bits.nonzeroBitCount == shape.mines {
      let isSo = open.allSatisfy { index, count in
        bits & (1 << index) == 0
          && shape.neighbors(of: index).count { bits & (1 << $0) != 0 } == count
      }
      guard isSo else { continue }
      always = always.filter { bits & (1 << $0) != 0 }
      never = never.filter { bits & (1 << $0) == 0 }
    }
    return (always, never)
  }

  @Test(arguments: ["beginner", "intermediate", "expert", "50x50/500", "12x30/75"])
  func `its own boards need no guess`(name: String) throws {
    let shape = try BoardShape(named: name)
    #expect(MineField.isOfferedWithoutGuessing(shape))
    let seed = UInt64.random(in: .min ... .max)
    var dice = Dice(seed: seed)
    for _ in 0..<(shape.cells > 1000 ? 2 : 20) {
      let first = dice.number(below: shape.cells)
      let field = try #require(
        MineField.withoutGuessing(shape, seed: dice.next(), first: first), "seed \(seed)")
      #expect(field.mines.count == shape.mines)
      #expect(field.count(around: first) == 0 && !field.isMine(first), "seed \(seed)")
      #expect(play(field, first: first) == 0, "seed \(seed)")
    }
  }

  @Test func `what is too large or too dense is not offered`() throws {
    #expect(!MineField.isOfferedWithoutGuessing(.world))
    #expect(!MineField.isOfferedWithoutGuessing(try BoardShape(named: "10x10/40")))
    #expect(!MineField.isOfferedWithoutGuessing(try BoardShape(named: "3x3/1")))
  }
}

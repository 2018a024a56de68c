import MinesweeperRules
import Testing

/// Makes a game from a field of text lines; an asterisk is a mine.
private func game(_ lines: String...) throws -> Game {
  let cells = Array(lines.joined())
  let mines = cells.indices.filter { cells[$0] == "*" }
  let shape = try BoardShape(columns: lines[0].count, rows: lines.count, mines: mines.count)
  return Game(shape) { shape, _ in MineField(shape, mines: mines) }
}

private func at(_ column: Int, _ row: Int) -> Cell { Cell(column: column, row: row) }

@Suite struct GameTests {
  @Test func `the first cell is safe, and opens a region where there is room`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var dice = Dice(seed: seed)
    for _ in 0..<2000 {
      let shape = try BoardShape(columns: 5, rows: 4, mines: 1 + dice.number(below: 19))
      let cell = shape.cell(at: dice.number(below: shape.cells))
      var game = Game(shape, seed: dice.next())
      _ = game.uncover(cell, at: 0)
      let field = try #require(game.field)
      #expect(field.mines.count == shape.mines, "seed \(seed)")
      let index = shape.index(of: cell)
      let hasRoom = shape.cells - shape.neighbors(of: index).count - 1 >= shape.mines
      #expect(!field.isMine(index) && (!hasRoom || field.count(around: index) == 0), "seed \(seed)")
    }
  }

  @Test func `all cells take their turn to have a mine`() throws {
    let shape = try BoardShape(columns: 6, rows: 6, mines: 9)
    var hits = [Int](repeating: 0, count: shape.cells)
    for seed in 0..<4000 {
      for mine in MineField(shape, seed: UInt64(seed), first: 0).mines { hits[mine] += 1 }
    }
    // 9 of 32 cells, 4000 times: 1125 each, and 28 is the standard deviation.
    let kept = Set([0] + shape.neighbors(of: 0))
    #expect(kept.allSatisfy { hits[$0] == 0 })
    #expect(hits.indices.allSatisfy { kept.contains($0) || abs(hits[$0] - 1125) < 170 })
  }

  @Test func `one seed is one field`() {
    let one = MineField(.expert, seed: 7, first: 100)
    #expect(one == MineField(.expert, seed: 7, first: 100))
    #expect(one != MineField(.expert, seed: 8, first: 100))
    #expect(one.mines.count == 99)
  }

  @Test func `a flag protects, and counts`() throws {
    var game = try game("*..", "...")
    #expect(game.mark(at(0, 0)).cells == [0])
    #expect(game.minesLeft == 0)
    #expect(game.uncover(at(0, 0), at: 0).isEmpty)
    #expect(game.phase == .ready)
    _ = game.uncover(at(2, 0), at: 0)
    #expect(game.mark(at(2, 0)).isEmpty, "an open cell takes no flag")
    _ = game.mark(at(0, 0))
    #expect(game.minesLeft == 1)
    #expect(game.face(at: 0) == .covered)
  }

  @Test func `question marks come after flags, where they are wanted`() throws {
    var game = try game("*..", "...")
    game.usesQuestionMarks = true
    _ = game.mark(at(1, 0))
    _ = game.mark(at(1, 0))
    #expect(game.face(at: 1) == .questioned)
    #expect(game.minesLeft == 1)
    _ = game.mark(at(1, 0))
    #expect(game.face(at: 1) == .covered)
    _ = game.mark(at(1, 0))
    _ = game.mark(at(1, 0))
    _ = game.uncover(at(1, 0), at: 0)
    #expect(game.face(at: 1) == .open(1), "a question mark protects nothing")
  }

  @Test func `an open number with its flags opens the rest around it`() throws {
    var game = try game("*...", "....", "...*")
    _ = game.uncover(at(1, 1), at: 0)
    #expect(game.chord(at(1, 1), at: 1).isEmpty, "no flag yet")
    _ = game.mark(at(0, 0))
    #expect(game.chord(at(2, 0), at: 1).isEmpty, "a covered cell is no number")
    let change = game.tap(at(1, 1), at: 1)
    #expect(Set(change.cells) == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
    #expect(game.phase == .won)
  }

  @Test func `a chord around a wrong flag loses`() throws {
    var game = try game("*..", "...", "..*")
    _ = game.uncover(at(1, 1), at: 0)
    _ = game.mark(at(0, 1))
    _ = game.mark(at(1, 0))
    let change = game.chord(at(1, 1), at: 5)
    #expect(game.phase == .lost)
    #expect(game.face(at: 0) == .exploded && game.face(at: 8) == .exploded)
    #expect(game.face(at: 3) == .wrongFlag && game.face(at: 1) == .wrongFlag)
    #expect(Set(change.cells).isSuperset(of: [0, 1, 3, 8]))
    #expect(game.elapsed(at: 99) == 5)
    #expect(game.uncover(at(2, 0), at: 9).isEmpty)
    #expect(game.mark(at(2, 0)).isEmpty)
  }

  @Test func `a won game flags all mines and stops its time`() throws {
    var game = try game("*..", "...", "...")
    let change = game.uncover(at(2, 2), at: 3)
    #expect(game.phase == .won)
    #expect(change.cells.count == 9)
    #expect(game.minesLeft == 0)
    #expect(game.face(at: 0) == .flagged)
    #expect(game.elapsed(at: 50) == 0)
  }

  @Test func `pauses take no time, and nothing can be done in them`() throws {
    var game = try game("*.*", "...", "...")
    let pausedBefore = game.pause(true, at: 0)
    #expect(!pausedBefore, "what has not begun has no pause")
    _ = game.uncover(at(1, 0), at: 10)
    #expect(game.elapsed(at: 12) == 2)
    let isPaused = game.pause(true, at: 12)
    #expect(isPaused)
    #expect(game.uncover(at(2, 2), at: 13).isEmpty)
    #expect(game.mark(at(0, 0)).isEmpty)
    #expect(game.elapsed(at: 100) == 2)
    game.pause(false, at: 100)
    _ = game.uncover(at(2, 2), at: 103)
    #expect(game.phase == .won)
    #expect(game.elapsed(at: 200) == 5)
  }

  @Test func `a region as large as the world opens at once`() throws {
    let shape = try BoardShape(columns: 1000, rows: 1000, mines: 1)
    var game = Game(shape) { shape, _ in MineField(shape, mines: [0]) }
    let change = game.uncover(at(999, 999), at: 0)
    #expect(game.phase == .won)
    #expect(change.cells.count == shape.cells)
    #expect(change.areas(in: shape, block: 250).count == 16)
  }

  @Test func `the areas of a change have just its cells`() throws {
    let shape = try BoardShape(columns: 40, rows: 40, mines: 1)
    var game = Game(shape) { shape, _ in MineField(shape, mines: [0]) }
    let one = game.mark(at(17, 20))
    #expect(one.areas(in: shape) == [CellArea(at(17, 20))])
    let all = game.uncover(at(39, 39), at: 0).areas(in: shape)
    #expect(all.count == 9)
    #expect(all.reduce(0) { $0 + $1.columns.count * $1.rows.count } == 1600)
  }
}

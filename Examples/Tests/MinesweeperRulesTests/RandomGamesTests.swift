import MinesweeperRules
import Testing

@Suite struct RandomGamesTests {
  @Test func `ten thousand random games go as the slow rules have it`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var dice = Dice(seed: seed)
    for number in 0..<10_000 {
      guard try play(&dice) else {
        Issue.record("game \(number) of seed \(seed)")
        return
      }
    }
  }

  /// Plays one game with random moves in both implementations; returns false if they differ.
  private func play(_ dice: inout Dice) throws -> Bool {
    let columns = 1 + dice.number(below: 9)
    let rows = 2 + dice.number(below: 7)
    let shape = try BoardShape(
      columns: columns, rows: rows,
      mines: 1 + dice.number(below: max(1, columns * rows / (2 + dice.number(below: 8)))))
    let fieldSeed = dice.next()
    var game = Game(shape, seed: fieldSeed)
    game.usesQuestionMarks = dice.number(below: 3) == 0
    let first = Cell(column: dice.number(below: columns), row: dice.number(below: rows))
    let opening = game.uncover(first, at: 0)
    guard let field = game.field else { return false }
    var slow = SlowGame(field, usesQuestionMarks: game.usesQuestionMarks)
    slow.uncover(first)
    var seen = [CellFace](repeating: .covered, count: shape.cells)
    guard agree(game, slow, &seen, opening) else { return false }
    for move in 1...24 {
      let index = choice(game, field, &dice)
      let cell = shape.cell(at: index)
      let change: Change
      switch dice.number(below: 4) {
      case 0:
        change = game.mark(cell)
        slow.mark(cell)
      case 1:
        change = game.chord(cell, at: Double(move))
        slow.chord(cell)
      default:
        change = game.uncover(cell, at: Double(move))
        slow.uncover(cell)
      }
      guard agree(game, slow, &seen, change) else { return false }
    }
    return true
  }

  /// Returns a random cell; mines are less likely, so that games don't end too soon.
  private func choice(_ game: Game, _ field: MineField, _ dice: inout Dice) -> Int {
    let index = dice.number(below: game.shape.cells)
    return field.isMine(index) ? dice.number(below: game.shape.cells) : index
  }

  /// Returns true if both show the same, and exactly the reported cells have changed.
  private func agree(
    _ game: Game, _ slow: SlowGame, _ seen: inout [CellFace], _ change: Change
  ) -> Bool {
    var changed: Set<Int> = []
    for index in 0..<game.shape.cells {
      let face = game.face(at: index)
      guard face == slow.face(of: game.shape.cell(at: index)) else { return false }
      if face != seen[index] { changed.insert(index) }
      seen[index] = face
    }
    return changed == Set(change.cells) && change.cells.count == changed.count
      && (game.phase == .lost) == slow.isLost && (game.phase == .won) == slow.isWon
      && game.flags == slow.flags
  }
}

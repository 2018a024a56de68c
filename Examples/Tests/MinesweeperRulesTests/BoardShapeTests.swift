import MinesweeperRules
import Testing

@Suite struct BoardShapeTests {
  @Test(arguments: [("beginner", 9, 9, 10), ("expert", 30, 16, 99), ("20x12/40", 20, 12, 40)])
  func `a board has a name or numbers`(name: String, columns: Int, rows: Int, mines: Int) throws {
    let shape = try BoardShape(named: name)
    #expect(shape == (try BoardShape(columns: columns, rows: rows, mines: mines)))
    #expect(shape.name == name)
  }

  @Test(arguments: ["", "Expert", "20x12", "20/12x3", "20x12x1/4", "axb/c", "20x12/", "-3x4/1"])
  func `other words are no boards`(name: String) {
    #expect(throws: BoardProblem.self) { try BoardShape(named: name) }
  }

  @Test func `a board has at least one mine and one cell without`() throws {
    #expect(throws: BoardProblem.badMines(0, cells: 4)) {
      try BoardShape(columns: 2, rows: 2, mines: 0)
    }
    #expect(throws: BoardProblem.badMines(4, cells: 4)) {
      try BoardShape(columns: 2, rows: 2, mines: 4)
    }
    #expect(throws: BoardProblem.badSize(columns: 1001, rows: 2)) {
      try BoardShape(columns: 1001, rows: 2, mines: 4)
    }
    #expect(try BoardShape(columns: 1, rows: 2, mines: 1).cells == 2)
  }

  @Test func `neighbours are those of the field`() throws {
    let shape = try BoardShape(columns: 4, rows: 3, mines: 1)
    #expect(shape.neighbors(of: 0) == [1, 4, 5])
    #expect(shape.neighbors(of: 5) == [0, 1, 2, 4, 6, 8, 9, 10])
    #expect(shape.neighbors(of: 11) == [6, 7, 10])
    #expect(try BoardShape(columns: 1, rows: 2, mines: 1).neighbors(of: 0) == [1])
  }
}

import Fresnel
import MinesweeperBoard
import MinesweeperRules
import Testing

/// The real program on a real X server.
@Suite(.serialized) struct PlayingTests {
  private static let seed: UInt64 = 2026
  private static let first = 40

  /// The same game, simulated in the test; the seed gives the mines.
  private static func model(_ shape: BoardShape = .beginner) -> Game { Game(shape, seed: seed) }

  @Test func `a board is won by clicks, and its time is kept`() throws {
    let stage = try GameStage(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    let shape = model.shape
    var next: Int? = Self.first
    while let index = next {
      stage.click(index)
      let change = model.uncover(shape.cell(at: index), at: 0)
      #expect(!change.isEmpty)
      let shown = change.cells.filter { if case .open = model.face(at: $0) { true } else { false } }
      try stage.wait(for: "cell \(index) and what opens with it") { shot in
        shown.allSatisfy { stage.isOpen($0, in: shot) }
      }
      next = (0..<shape.cells).first {
        model.face(at: $0) == .covered && model.field?.isMine($0) == false
      }
    }
    #expect(model.phase == .won)
    // The card may cover the first rows.
    let mines = try #require(model.field).mines.filter { $0 >= 4 * shape.columns }
    try stage.wait(for: "flags on all mines") { shot in
      mines.allSatisfy { stage.isFlagged($0, in: shot) }
    }
    let category = try #require(BestTimes.Category(.beginner, isWithoutGuessing: false))
    try Desk.wait(for: "the time in its file") {
      try stage.times.load().times(of: category).count == 1
    }
  }

  @Test func `a click changes the pixels of its own cell alone`() throws {
    let stage = try GameStage(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    stage.click(Self.first)
    let opened = model.uncover(model.shape.cell(at: Self.first), at: 0).cells
    try stage.wait(for: "the first region") { shot in
      opened.allSatisfy { stage.isOpen($0, in: shot) }
    }
    let target = try #require(
      (0..<model.shape.cells).first {
        model.face(at: $0) == .covered && model.field?.isMine($0) == false
          && model.field?.count(around: $0) != 0
      })
    // The pointer is not in the captured pixels, so only the game's drawing changes them.
    let before = try stage.look()
    stage.click(target)
    let after = try stage.wait(for: "cell \(target)") { stage.isOpen(target, in: $0) }
    let place = stage.place(of: target)
    let outside = before.pixels.indices.filter { index in
      let (x, y) = (Double(index % before.width), Double(index / before.width))
      guard before.pixels[index] != after.pixels[index], y >= Double(BarLayout.height) else {
        return false
      }
      return x < place.minX - 2 || x > place.maxX + 2 || y < place.minY - 2 || y > place.maxY + 2
    }
    #expect(outside.count == 0)
  }

  @Test func `flags, a lost game and a new one`() throws {
    let stage = try GameStage(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    stage.click(Self.first)
    _ = model.uncover(model.shape.cell(at: Self.first), at: 0)
    try stage.wait(for: "the first cell") { stage.isOpen(Self.first, in: $0) }
    // The card of a lost game covers the upper rows.
    let mines = try #require(model.field).mines.filter { $0 >= 4 * model.shape.columns }
    let (flagged, fatal) = (try #require(mines.first), try #require(mines.last))
    stage.click(flagged, button: 3)
    try stage.wait(for: "a flag by the right button") { stage.isFlagged(flagged, in: $0) }
    stage.click(flagged)
    stage.click(.mode)
    stage.click(fatal)
    try stage.wait(for: "a flag in the mode for flags") { stage.isFlagged(fatal, in: $0) }
    stage.click(fatal)
    try stage.wait(for: "no flag") { stage.isCovered(fatal, in: $0) }
    stage.click(.mode)
    stage.click(fatal)
    try stage.wait(for: "the end") {
      stage.isExploded(fatal, in: $0) && stage.isFlagged(flagged, in: $0)
    }
    stage.click(.face)
    try stage.settle()
  }

  @Test func `keys alone play, and a pause hides the field`() throws {
    let stage = try GameStage(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    let middle = model.shape.index(of: Cell(column: 4, row: 4))
    _ = model.uncover(Cell(column: 4, row: 4), at: 0)
    stage.desk.press(0x20)
    try stage.wait(for: "the cell below the cursor") { stage.isOpen(middle - 1, in: $0) }
    stage.desk.press(0x70)
    try stage.wait(for: "a hidden field") { shot in
      (model.shape.columns * 4..<model.shape.cells).allSatisfy {
        $0 == middle || stage.isCovered($0, in: shot)
      }
    }
    stage.desk.press(0x70)
    try stage.wait(for: "the field again") { stage.isOpen(middle - 1, in: $0) }
    stage.desk.press(0x6e)
    try stage.wait(for: "a new game") { stage.isCovered(middle - 1, in: $0) }
  }
}

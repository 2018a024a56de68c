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
    let harness = try GameHarness(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    let shape = model.shape
    var next: Int? = Self.first
    while let index = next {
      harness.click(index)
      let change = model.uncover(shape.cell(at: index), at: 0)
      #expect(!change.isEmpty)
      let shown = change.cells.filter { if case .open = model.face(at: $0) { true } else { false } }
      try harness.wait(for: "cell \(index) and what opens with it") { shot in
        shown.allSatisfy { harness.isOpen($0, in: shot) }
      }
      next = (0..<shape.cells).first {
        model.face(at: $0) == .covered && model.field?.isMine($0) == false
      }
    }
    #expect(model.phase == .won)
    // The card may cover the first rows.
    let mines = try #require(model.field).mines.filter { $0 >= 4 * shape.columns }
    try harness.wait(for: "flags on all mines") { shot in
      mines.allSatisfy { harness.isFlagged($0, in: shot) }
    }
    let category = try #require(BestTimes.Category(.beginner, isWithoutGuessing: false))
    try Desk.wait(for: "the time in its file") {
      try harness.times.load().times(of: category).count == 1
    }
  }

  @Test func `a click changes the pixels of its own cell alone`() throws {
    let harness = try GameHarness(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    harness.click(Self.first)
    let opened = model.uncover(model.shape.cell(at: Self.first), at: 0).cells
    try harness.wait(for: "the first region") { shot in
      opened.allSatisfy { harness.isOpen($0, in: shot) }
    }
    let target = try #require(
      (0..<model.shape.cells).first {
        model.face(at: $0) == .covered && model.field?.isMine($0) == false
          && model.field?.count(around: $0) != 0
      })
    // The pointer is not in the captured pixels, so only the game's drawing changes them.
    let before = try harness.look()
    harness.click(target)
    let after = try harness.wait(for: "cell \(target)") { harness.isOpen(target, in: $0) }
    let place = harness.place(of: target)
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
    let harness = try GameHarness(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    harness.click(Self.first)
    _ = model.uncover(model.shape.cell(at: Self.first), at: 0)
    try harness.wait(for: "the first cell") { harness.isOpen(Self.first, in: $0) }
    // The card of a lost game covers the upper rows.
    let mines = try #require(model.field).mines.filter { $0 >= 4 * model.shape.columns }
    let (flagged, fatal) = (try #require(mines.first), try #require(mines.last))
    harness.click(flagged, button: 3)
    try harness.wait(for: "a flag by the right button") { harness.isFlagged(flagged, in: $0) }
    harness.click(flagged)
    harness.click(.mode)
    harness.click(fatal)
    try harness.wait(for: "a flag in the mode for flags") { harness.isFlagged(fatal, in: $0) }
    harness.click(fatal)
    try harness.wait(for: "no flag") { harness.isCovered(fatal, in: $0) }
    harness.click(.mode)
    harness.click(fatal)
    try harness.wait(for: "the end") {
      harness.isExploded(fatal, in: $0) && harness.isFlagged(flagged, in: $0)
    }
    harness.click(.face)
    try harness.settle()
  }

  @Test func `keys alone play, and a pause hides the field`() throws {
    let harness = try GameHarness(.beginner, ["--seed", "\(Self.seed)"])
    var model = Self.model()
    let middle = model.shape.index(of: Cell(column: 4, row: 4))
    _ = model.uncover(Cell(column: 4, row: 4), at: 0)
    harness.desk.press(0x20)
    try harness.wait(for: "the cell below the cursor") { harness.isOpen(middle - 1, in: $0) }
    harness.desk.press(0x70)
    try harness.wait(for: "a hidden field") { shot in
      (model.shape.columns * 4..<model.shape.cells).allSatisfy {
        $0 == middle || harness.isCovered($0, in: shot)
      }
    }
    harness.desk.press(0x70)
    try harness.wait(for: "the field again") { harness.isOpen(middle - 1, in: $0) }
    harness.desk.press(0x6e)
    try harness.wait(for: "a new game") { harness.isCovered(middle - 1, in: $0) }
  }
}

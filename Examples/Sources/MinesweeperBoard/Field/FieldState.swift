import FresnelDrawing
import MinesweeperRules

/// What the field looks like at one moment; a value that the drawing threads take a copy of.
struct FieldState: Sendable {
  private(set) var layout: FieldLayout
  /// The table and the frame, which all tiles share.
  private(set) var surroundings: [PathGroup]
  /// What each cell shows.
  private(set) var codes: [CellCode]
  private(set) var blocks: BlockCounts
  /// The cell that keys act on, while keys are used.
  var cursor: Cell?
  /// Whether the field is hidden: a pause is no time to think.
  var isHidden = false
  var revision: UInt64 = 0

  init(_ layout: FieldLayout) {
    self.layout = layout
    surroundings = TableDrawings.surroundings(of: layout)
    codes = Array(repeating: .covered, count: layout.shape.cells)
    blocks = BlockCounts(layout.shape)
  }

  /// Puts the same field elsewhere.
  mutating func move(to layout: FieldLayout) {
    self.layout = layout
    surroundings = TableDrawings.surroundings(of: layout)
  }

  mutating func set(_ code: CellCode, at index: Int) {
    let old = codes[index]
    guard code != old else { return }
    codes[index] = code
    blocks.change(index, from: old, to: code)
  }

  /// What is seen of a cell.
  func code(column: Int, row: Int) -> CellCode {
    isHidden ? .covered : codes[row * layout.shape.columns + column]
  }
}

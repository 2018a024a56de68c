import FresnelDrawing
import MinesweeperRules

/// A snapshot of the field's appearance; the drawing threads take copies of it.
struct FieldState: Sendable {
  private(set) var layout: FieldLayout
  /// The table and the frame, shared by all tiles.
  private(set) var surroundings: [PathGroup]
  /// Each cell's appearance.
  private(set) var codes: [CellCode]
  private(set) var blocks: BlockCounts
  /// The cell that keys act on; `nil` unless keys are used.
  var cursor: Cell?
  /// True during a pause, so that players can't think about the board in it.
  var isHidden = false
  var revision: UInt64 = 0

  init(_ layout: FieldLayout) {
    self.layout = layout
    surroundings = TableDrawings.surroundings(of: layout)
    codes = Array(repeating: .covered, count: layout.shape.cells)
    blocks = BlockCounts(layout.shape)
  }

  /// Changes the layout of the same field.
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

  /// Returns the visible appearance of a cell.
  func code(column: Int, row: Int) -> CellCode {
    isHidden ? .covered : codes[row * layout.shape.columns + column]
  }
}

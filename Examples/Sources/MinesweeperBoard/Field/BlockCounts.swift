import MinesweeperRules

/// The numbers of open and of marked cells in each block of 2 × 2, 4 × 4, 8 × 8 … cells.
///
/// At low zoom, blocks are drawn instead of cells. A move changes a few numbers of each level.
struct BlockCounts: Sendable {
  struct Block: Hashable, Sendable {
    var open: Int32 = 0
    var marked: Int32 = 0
  }

  private struct Level: Sendable {
    let columns: Int
    var blocks: [Block]
  }

  private let shape: BoardShape
  private var levels: [Level] = []

  /// Makes the counts of a covered field.
  init(_ shape: BoardShape) {
    self.shape = shape
    var edge = 2
    while edge < 2 * max(shape.columns, shape.rows) {
      let columns = (shape.columns + edge - 1) / edge
      let rows = (shape.rows + edge - 1) / edge
      let blocks = [Block](repeating: Block(), count: columns * rows)
      levels.append(Level(columns: columns, blocks: blocks))
      edge *= 2
    }
  }

  /// Updates the counts after a cell has changed.
  mutating func change(_ index: Int, from old: CellCode, to new: CellCode) {
    let open: Int32 = (new.isOpen ? 1 : 0) - (old.isOpen ? 1 : 0)
    let marked: Int32 = (new.isMarked ? 1 : 0) - (old.isMarked ? 1 : 0)
    guard open != 0 || marked != 0 else { return }
    let (row, column) = index.quotientAndRemainder(dividingBy: shape.columns)
    for place in levels.indices {
      let shift = place + 1
      let block = (row >> shift) * levels[place].columns + column >> shift
      levels[place].blocks[block].open += open
      levels[place].blocks[block].marked += marked
    }
  }

  /// Returns a block of 2^`shift` × 2^`shift` cells.
  func block(column: Int, row: Int, shift: Int) -> Block {
    let level = levels[shift - 1]
    return level.blocks[row * level.columns + column]
  }

  /// The largest shift for which there are blocks.
  var largestShift: Int { levels.count }

  /// Returns the number of cells in a block; there are fewer at the right and lower edges.
  func cells(column: Int, row: Int, shift: Int) -> Int {
    let edge = 1 << shift
    return min(edge, shape.columns - column * edge) * min(edge, shape.rows - row * edge)
  }
}

import MinesweeperRules

/// How many cells of each block of 2, 4, 8 … cells a side are open, and how many are marked.
///
/// From far away blocks are drawn in place of cells. A move changes a few numbers of each level.
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

  /// Of a field that is all covered.
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

  /// Counts a cell that has changed.
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

  /// A block of 2^`shift` cells a side.
  func block(column: Int, row: Int, shift: Int) -> Block {
    let level = levels[shift - 1]
    return level.blocks[row * level.columns + column]
  }

  /// The largest shift there are blocks of.
  var largestShift: Int { levels.count }

  /// How many cells there are in a block: fewer at the right and lower edges.
  func cells(column: Int, row: Int, shift: Int) -> Int {
    let edge = 1 << shift
    return min(edge, shape.columns - column * edge) * min(edge, shape.rows - row * edge)
  }
}

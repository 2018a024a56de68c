/// A bit set of the 7 × 7 cells around a number: they include the neighbours of all numbers that
/// share cells with it.
struct NumberWindow {
  /// The unknown cells around a number, and the number of mines among them.
  struct Need {
    var cells: UInt64
    var mines: Int
  }

  private static let side = 7
  /// The neighbours' bits of each of the 5 × 5 numbers in the middle.
  private static let around: [(offset: (x: Int, y: Int), bits: UInt64)] = {
    var result: [(offset: (x: Int, y: Int), bits: UInt64)] = []
    for y in -2...2 {
      for x in -2...2 {
        var bits: UInt64 = 0
        for dy in -1...1 {
          for dx in -1...1 where dx != 0 || dy != 0 {
            bits |= 1 << UInt64((y + dy + 3) * side + x + dx + 3)
          }
        }
        result.append(((x, y), bits))
      }
    }
    return result
  }()

  /// The need of the number in the middle.
  let own: Need?
  /// The needs of the other numbers.
  let others: [Need]

  private let shape: BoardShape
  private let corner: Cell

  init(around index: Int, _ shape: BoardShape, _ known: [Solver.Knowledge]) {
    self.shape = shape
    let middle = shape.cell(at: index)
    corner = Cell(column: middle.column - 3, row: middle.row - 3)
    var unknown: UInt64 = 0
    var mines: UInt64 = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let cell = Cell(column: corner.column + x, row: corner.row + y)
        guard shape.contains(cell) else { continue }
        let bit: UInt64 = 1 << UInt64(y * Self.side + x)
        switch known[shape.index(of: cell)] {
        case .unknown: unknown |= bit
        case .mine: mines |= bit
        case .safe, .open: break
        }
      }
    }
    var own: Need?
    var others: [Need] = []
    for (offset, bits) in Self.around where unknown & bits != 0 {
      let cell = Cell(column: middle.column + offset.x, row: middle.row + offset.y)
      guard shape.contains(cell), case .open(let count) = known[shape.index(of: cell)] else {
        continue
      }
      let need = Need(
        cells: unknown & bits, mines: count - (mines & bits).nonzeroBitCount)
      if offset == (0, 0) { own = need } else { others.append(need) }
    }
    self.own = own
    self.others = others
  }

  /// Returns the cells of a bit set.
  func indices(of bits: UInt64) -> [Int] {
    var indices: [Int] = []
    var rest = bits
    while rest != 0 {
      let (y, x) = rest.trailingZeroBitCount.quotientAndRemainder(dividingBy: Self.side)
      indices.append(shape.index(of: Cell(column: corner.column + x, row: corner.row + y)))
      rest &= rest - 1
    }
    return indices
  }
}

/// The positions of the mines, and the number of mines around each cell.
public struct MineField: Hashable, Sendable {
  /// The field's size and its number of mines.
  public let shape: BoardShape
  /// The number of mines around each cell, with `mineBit` set if the cell has a mine itself.
  private var counts: [UInt8]

  private static let mineBit: UInt8 = 0x10

  /// Makes a field with mines at these cells.
  ///
  /// Precondition: the shape has the same number of mines.
  public init(_ shape: BoardShape, mines: [Int]) {
    precondition(Set(mines).count == shape.mines && mines.allSatisfy { $0 < shape.cells })
    self.init(shape)
    for mine in mines { add(mine) }
  }

  private init(_ shape: BoardShape) {
    self.shape = shape
    counts = [UInt8](repeating: 0, count: shape.cells)
  }

  /// Makes the random field of a seed, with no mine in the first cell.
  ///
  /// If there is room, its neighbours have no mines either. All such fields are equally likely.
  public init(_ shape: BoardShape, seed: UInt64, first: Int) {
    var dice = Dice(seed: seed)
    self.init(shape, first: first, dice: &dice)
  }

  init(_ shape: BoardShape, first: Int, dice: inout Dice) {
    self.init(shape)
    var kept = Set(shape.neighbors(of: first))
    kept.insert(first)
    if shape.cells - kept.count < shape.mines { kept = [first] }
    // Selection sampling: each cell is decided in turn, so no list of all cells is needed.
    var wanted = shape.mines
    var left = shape.cells - kept.count
    for index in 0..<shape.cells where wanted > 0 && !kept.contains(index) {
      if dice.number(below: left) < wanted {
        add(index)
        wanted -= 1
      }
      left -= 1
    }
  }

  /// Returns true if a cell has a mine.
  public func isMine(_ index: Int) -> Bool { counts[index] & Self.mineBit != 0 }

  /// Returns the number of mines around a cell.
  public func count(around index: Int) -> Int { Int(counts[index] & ~Self.mineBit) }

  /// The cells with mines.
  public var mines: [Int] { (0..<shape.cells).filter(isMine) }

  /// Moves a mine to a cell without one.
  mutating func move(from old: Int, to new: Int) {
    counts[old] &= ~Self.mineBit
    shape.forEachNeighbor(of: old) { counts[$0] -= 1 }
    add(new)
  }

  private mutating func add(_ index: Int) {
    counts[index] |= Self.mineBit
    shape.forEachNeighbor(of: index) { counts[$0] += 1 }
  }
}

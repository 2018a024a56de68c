/// Where the mines lie, and how many lie around each cell.
public struct MineField: Hashable, Sendable {
  /// The field's size, and how many mines it has.
  public let shape: BoardShape
  /// Mines around each cell; `mine` for one that has one itself.
  private var counts: [UInt8]

  private static let mineBit: UInt8 = 0x10

  /// A field with mines at these cells.
  ///
  /// The shape says how many there are: a precondition that both agree.
  public init(_ shape: BoardShape, mines: [Int]) {
    precondition(Set(mines).count == shape.mines && mines.allSatisfy { $0 < shape.cells })
    self.init(shape)
    for mine in mines { add(mine) }
  }

  private init(_ shape: BoardShape) {
    self.shape = shape
    counts = [UInt8](repeating: 0, count: shape.cells)
  }

  /// A random field of a seed, in which the first cell has no mine.
  ///
  /// Where there is room, its neighbours have none either. Every such field is as likely as any
  /// other.
  public init(_ shape: BoardShape, seed: UInt64, first: Int) {
    var dice = Dice(seed: seed)
    self.init(shape, first: first, dice: &dice)
  }

  init(_ shape: BoardShape, first: Int, dice: inout Dice) {
    self.init(shape)
    var kept = Set(shape.neighbors(of: first))
    kept.insert(first)
    if shape.cells - kept.count < shape.mines { kept = [first] }
    // Each cell takes its chance in turn: as many are taken as are wanted, with no list of them
    // all.
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

  /// Whether a cell has a mine.
  public func isMine(_ index: Int) -> Bool { counts[index] & Self.mineBit != 0 }

  /// How many mines lie around a cell.
  public func count(around index: Int) -> Int { Int(counts[index] & ~Self.mineBit) }

  /// All mines.
  public var mines: [Int] { (0..<shape.cells).filter(isMine) }

  /// Moves a mine to a cell that has none.
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

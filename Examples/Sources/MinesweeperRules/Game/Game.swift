/// One game, from the covered field to its end.
///
/// A value: a copy is what the player saw at that moment. Moves tell which cells they have changed.
/// Times are seconds of any clock that only rises; it reads none itself.
public struct Game: Sendable {
  /// How far a game is.
  public enum Phase: Hashable, Sendable {
    /// Nothing is uncovered: there are no mines yet, and no time passes.
    case ready
    /// It goes on.
    case playing
    /// Every cell without a mine is uncovered.
    case won
    /// A mine was uncovered.
    case lost
  }

  /// Where mines come from at the first uncovered cell.
  public typealias Mining = @Sendable (_ shape: BoardShape, _ first: Int) -> MineField

  /// The field's size, and how many mines it has.
  public let shape: BoardShape
  /// How far it is.
  public internal(set) var phase = Phase.ready
  /// Whether a flag may become a question mark.
  public var usesQuestionMarks = false
  /// Flags that stand.
  public internal(set) var flags = 0
  /// Whether it is paused: nothing can be done, and no time passes.
  public private(set) var isPaused = false
  /// Where the mines lie; `nil` before the first cell is uncovered.
  public internal(set) var field: MineField?

  var covers: [CellCover]
  var coveredWithoutMine: Int
  /// The mines that were uncovered.
  var exploded: Set<Int> = []
  let mining: Mining
  var watch = Stopwatch()

  /// A game whose mines are laid at the first uncovered cell.
  public init(_ shape: BoardShape, mining: @escaping Mining) {
    self.shape = shape
    self.mining = mining
    covers = [CellCover](repeating: .covered, count: shape.cells)
    coveredWithoutMine = shape.cells - shape.mines
  }

  /// A game with the random mines of a seed.
  public init(_ shape: BoardShape, seed: UInt64) {
    self.init(shape) { MineField($0, seed: seed, first: $1) }
  }

  // MARK: What a player sees

  /// Whether it has come to its end.
  public var isOver: Bool { phase == .won || phase == .lost }

  /// Mines that no flag stands for yet; less than zero where there are too many flags.
  public var minesLeft: Int { shape.mines - flags }

  /// Cells without a mine that are still covered.
  public var cellsLeft: Int { coveredWithoutMine }

  /// What is seen of a cell.
  public func face(at index: Int) -> CellFace {
    switch covers[index] {
    case .open:
      guard let field else { return .covered }
      return field.isMine(index) ? .exploded : .open(field.count(around: index))
    case .flagged:
      return phase == .lost && field?.isMine(index) == false ? .wrongFlag : .flagged
    case .covered, .questioned:
      if phase == .lost, field?.isMine(index) == true { return .mine }
      return covers[index] == .questioned ? .questioned : .covered
    }
  }

  // MARK: Time

  /// Seconds since the first cell was uncovered, without pauses, until the end.
  public func elapsed(at now: Double) -> Double { watch.elapsed(at: now) }

  /// Whether time passes.
  public var isTimed: Bool { watch.isRunning }

  /// Pauses a game that is going on, or goes on with one that is paused; whether that changed
  /// anything.
  @discardableResult
  public mutating func pause(_ pauses: Bool, at now: Double) -> Bool {
    guard phase == .playing, pauses != isPaused else { return false }
    isPaused = pauses
    if pauses { watch.stop(at: now) } else { watch.start(at: now) }
    return true
  }
}

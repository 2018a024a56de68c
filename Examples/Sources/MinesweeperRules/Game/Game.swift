/// A game, from the covered field to its end.
///
/// A value: a copy is a snapshot. Moves return the cells that they changed. Times are in seconds of
/// any monotonic clock; the game reads none itself.
public struct Game: Sendable {
  /// The phases of a game.
  public enum Phase: Hashable, Sendable {
    /// Nothing is uncovered: the mines are not laid yet, and the time does not run.
    case ready
    /// The game is in progress.
    case playing
    /// Every cell without a mine is uncovered.
    case won
    /// A mine was uncovered.
    case lost
  }

  /// Lays the mines when the first cell is uncovered.
  public typealias Mining = @Sendable (_ shape: BoardShape, _ first: Int) -> MineField

  /// The field's size and its number of mines.
  public let shape: BoardShape
  /// The present phase.
  public internal(set) var phase = Phase.ready
  /// True if a flag may become a question mark.
  public var usesQuestionMarks = false
  /// The number of flags.
  public internal(set) var flags = 0
  /// True while the game is paused: moves have no effect, and the time does not run.
  public private(set) var isPaused = false
  /// The mines; `nil` before the first cell is uncovered.
  public internal(set) var field: MineField?

  var covers: [CellCover]
  var coveredWithoutMine: Int
  /// The mines that were uncovered.
  var exploded: Set<Int> = []
  let mining: Mining
  var watch = Stopwatch()

  /// Makes a game that calls `mining` when the first cell is uncovered.
  public init(_ shape: BoardShape, mining: @escaping Mining) {
    self.shape = shape
    self.mining = mining
    covers = [CellCover](repeating: .covered, count: shape.cells)
    coveredWithoutMine = shape.cells - shape.mines
  }

  /// Makes a game with the random mines of a seed.
  public init(_ shape: BoardShape, seed: UInt64) {
    self.init(shape) { MineField($0, seed: seed, first: $1) }
  }

  // MARK: State

  /// True if the game is won or lost.
  public var isOver: Bool { phase == .won || phase == .lost }

  /// The number of mines without a flag; negative if there are too many flags.
  public var minesLeft: Int { shape.mines - flags }

  /// The number of covered cells without a mine.
  public var cellsLeft: Int { coveredWithoutMine }

  /// Returns the visible state of a cell.
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

  /// Returns the seconds from the first uncovered cell to the end or `now`, without pauses.
  public func elapsed(at now: Double) -> Double { watch.elapsed(at: now) }

  /// True while the time runs.
  public var isTimed: Bool { watch.isRunning }

  /// Pauses or resumes a game that is being played; returns true if that changed anything.
  @discardableResult
  public mutating func pause(_ pauses: Bool, at now: Double) -> Bool {
    guard phase == .playing, pauses != isPaused else { return false }
    isPaused = pauses
    if pauses { watch.stop(at: now) } else { watch.start(at: now) }
    return true
  }
}

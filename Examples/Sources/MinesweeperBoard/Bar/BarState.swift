import MinesweeperRules

/// What the bar above the field says.
public struct BarState: Hashable, Sendable {
  /// The look of the face.
  public enum Mood: Hashable, Sendable {
    /// The game is to begin, or goes on.
    case playing
    /// The game is paused.
    case asleep
    /// The game is won.
    case proud
    /// The game is lost.
    case sad
  }

  /// The board's name.
  public var board: String
  /// Mines without a flag.
  public var minesLeft: Int
  /// Whole seconds.
  public var seconds: Int
  /// The look of the face.
  public var mood: Mood
  /// Whether taps set flags.
  public var setsFlags: Bool
  /// Whether the game is paused.
  public var isPaused: Bool

  /// What is said of a game.
  public init(_ game: Game, at now: Double, setsFlags: Bool, isWithoutGuessing: Bool) {
    board = game.shape.name + (isWithoutGuessing ? " ✓" : "")
    minesLeft = game.minesLeft
    seconds = Int(game.elapsed(at: now))
    isPaused = game.isPaused
    self.setsFlags = setsFlags
    mood =
      switch game.phase {
      case .won: .proud
      case .lost: .sad
      case .ready, .playing: game.isPaused ? .asleep : .playing
      }
  }

  /// Minutes and seconds, and hours where there are any.
  public var time: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    if minutes < 60 { return "\(minutes):\(two(rest))" }
    return "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
  }
}

import MinesweeperRules

/// The content of the bar above the field.
public struct BarState: Hashable, Sendable {
  /// The face's expression.
  public enum Mood: Hashable, Sendable {
    /// The game has not started, or is in progress.
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
  /// The number of mines without a flag.
  public var minesLeft: Int
  /// The elapsed time in whole seconds.
  public var seconds: Int
  /// The face's expression.
  public var mood: Mood
  /// True if taps set flags.
  public var setsFlags: Bool
  /// True while the game is paused.
  public var isPaused: Bool

  /// Makes the bar's content for a game.
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

  /// Minutes and seconds, with hours if there are any.
  public var time: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    if minutes < 60 { return "\(minutes):\(two(rest))" }
    return "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
  }
}

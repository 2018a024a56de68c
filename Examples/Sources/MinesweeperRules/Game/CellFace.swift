/// What a player sees of a cell.
public enum CellFace: Hashable, Sendable {
  /// Nothing is known of it.
  case covered
  /// Marked as a mine.
  case flagged
  /// Marked as a question.
  case questioned
  /// Uncovered, with so many mines around it.
  case open(Int)
  /// A mine, shown once the game is over.
  case mine
  /// A mine that was uncovered.
  case exploded
  /// A flag where no mine is, shown once the game is lost.
  case wrongFlag
}

/// What lies over a cell.
enum CellCover: UInt8 {
  case covered
  case open
  case flagged
  case questioned
}

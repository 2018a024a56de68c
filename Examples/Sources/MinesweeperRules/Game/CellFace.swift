/// The visible state of a cell.
public enum CellFace: Hashable, Sendable {
  /// Covered, without a mark.
  case covered
  /// Marked as a mine.
  case flagged
  /// Marked with a question mark.
  case questioned
  /// Uncovered, with the number of mines around it.
  case open(Int)
  /// A mine, shown once the game is over.
  case mine
  /// A mine that was uncovered.
  case exploded
  /// A flag on a cell without a mine, shown once the game is lost.
  case wrongFlag
}

/// The state of a cell's cover.
enum CellCover: UInt8 {
  case covered
  case open
  case flagged
  case questioned
}

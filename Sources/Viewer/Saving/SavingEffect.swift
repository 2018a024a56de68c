/// What saving asks of whoever owns the window.
enum SavingEffect: Hashable, Sendable {
  /// Show a note, for some seconds or until another takes its place.
  case showNote(String, seconds: Double?)
  /// Write a line to the standard error.
  case tellStandardError(String)
  /// The progress is another.
  case updateProgress
}

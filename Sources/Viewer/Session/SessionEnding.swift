/// Whether the window is over, and what ended it.
final class SessionEnding {
  /// Whether it is over.
  private(set) var isFinished = false
  /// Whether a signal ends the program: nothing is waited for then.
  private(set) var isHurried = false
  /// What ended it, if it is not the user.
  private(set) var error: UserError?

  /// Ends it; the first reason stays.
  func finish(_ error: UserError? = nil, isHurried: Bool = false) {
    if !isFinished { self.error = error }
    isFinished = true
    self.isHurried = self.isHurried || isHurried
  }
}

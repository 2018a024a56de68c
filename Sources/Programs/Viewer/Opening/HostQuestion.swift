import Gestures

/// Decides if a press answers the question about a host: only if the user can have read it.
///
/// Otherwise the second click of a double-click in a file manager, or a key meant for the picture
/// before and held since, would allow a host that a stranger's file names.
struct HostQuestion {
  /// The time in seconds for which the question must have been shown before the press.
  static let rest = 0.5

  private var question: (failure: PictureFailure, since: Double)?
  /// When a key, a button or a finger was pressed last.
  private var lastPress = -Double.infinity

  /// True if the last press was made after the user could read the question.
  var isAnswered: Bool { question.map { lastPress - $0.since >= Self.rest } ?? false }

  /// Notes the error in place of the picture, which is a question if it names a host.
  mutating func show(_ failure: PictureFailure?, at now: Double) {
    guard let failure, failure.host != nil else {
      question = nil
      return
    }
    if question?.failure != failure { question = (failure, now) }
  }

  /// Notes an event, whichever part of the window handles it; the repeat of a held key is no press.
  mutating func note(_ event: WindowEvent, isRepeat: Bool, at now: Double) {
    switch event {
    case .key: if !isRepeat { lastPress = now }
    case .button(let button) where button.isPressed: lastPress = now
    case .touch(let touch) where touch.phase == .began: lastPress = now
    default: break
    }
  }
}

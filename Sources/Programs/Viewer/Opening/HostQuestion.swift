import Gestures

/// Decides if a press answers the question about a host: only if the user can have read it.
///
/// Otherwise the second click of a double-click in a file manager, or a key meant for the picture
/// before and held since, would allow a host that a stranger's file names.
struct HostQuestion {
  /// The time in seconds for which the question must have been on the screen before the press.
  static let rest = 0.5

  private var question: Question?
  /// When a key, a button or a finger was pressed last.
  private var lastPress = -Double.infinity

  private struct Question {
    let failure: PictureFailure
    /// The first frame that contains it; `nil` until there is one.
    var frame: UInt64?
    /// When that frame was on the screen; `nil` before.
    var since: Double?
  }

  /// True if the last press was made after the user could read the question.
  var isAnswered: Bool { question?.since.map { lastPress - $0 >= Self.rest } ?? false }

  /// Notes the error in place of the picture, which is a question if it names a host.
  mutating func show(_ failure: PictureFailure?) {
    guard let failure, failure.host != nil else {
      question = nil
      return
    }
    if question?.failure != failure { question = Question(failure: failure) }
  }

  /// Notes a frame that contains the question, and the newest frame on the screen.
  mutating func noteFrame(_ number: UInt64, shown: UInt64, at now: Double) {
    guard var question, question.since == nil else { return }
    let first = question.frame ?? number
    question.frame = first
    if shown >= first { question.since = now }
    self.question = question
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

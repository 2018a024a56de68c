import Gestures

/// Decides if a press answers a question: only if the user can have read it.
struct QuestionRest<Question: Equatable> {
  private var shown: Shown?
  /// When a key, a button or a finger was pressed last.
  private var lastPress = -Double.infinity

  private struct Shown {
    let question: Question
    /// The first frame that contains it; `nil` until there is one.
    var frame: UInt64?
    /// When that frame was on the screen; `nil` before.
    var since: Double?
  }

  /// True if the last press was made after the user could read the question.
  var isAnswered: Bool { shown?.since.map { lastPress - $0 >= HostQuestion.rest } ?? false }

  /// Notes the open question; `nil` if there is none.
  mutating func show(_ question: Question?) {
    guard let question else {
      shown = nil
      return
    }
    if shown?.question != question { shown = Shown(question: question) }
  }

  /// Notes a frame that contains the question, and the newest frame on the screen.
  mutating func noteFrame(_ number: UInt64, shown newest: UInt64, at now: Double) {
    guard var shown, shown.since == nil else { return }
    let first = shown.frame ?? number
    shown.frame = first
    if newest >= first { shown.since = now }
    self.shown = shown
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

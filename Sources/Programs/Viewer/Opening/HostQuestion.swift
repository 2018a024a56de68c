import Gestures

/// Decides if a press answers the question about a host: only if the user can have read it.
///
/// Otherwise the second click of a double-click in a file manager, or a key meant for the picture
/// before and held since, would allow a host that a stranger's file names.
struct HostQuestion {
  /// The time in seconds for which the question must have been on the screen before the press.
  static let rest = 0.5

  private var rest = QuestionRest<PictureFailure>()

  /// True if the last press was made after the user could read the question.
  var isAnswered: Bool { rest.isAnswered }

  /// Notes the error in place of the picture, which is a question if it names a host.
  mutating func show(_ failure: PictureFailure?) {
    rest.show(failure?.host == nil ? nil : failure)
  }

  /// Notes a frame that contains the question, and the newest frame on the screen.
  mutating func noteFrame(_ number: UInt64, shown: UInt64, at now: Double) {
    rest.noteFrame(number, shown: shown, at: now)
  }

  /// Notes an event, whichever part of the window handles it; the repeat of a held key is no press.
  mutating func note(_ event: WindowEvent, isRepeat: Bool, at now: Double) {
    rest.note(event, isRepeat: isRepeat, at: now)
  }
}

import Geometry
import Gestures

/// Decides if a press answers a question about files that follows the answer to another one.
///
/// Otherwise the second press of a double-click, or of a key that was hit twice, would replace or
/// delete files before the user has read the question.
struct FileDialogRest {
  private var question = QuestionRest<Int>()
  /// The number of questions so far, which tells them apart.
  private var count = 0
  /// True if the newest question came right after an answer.
  private var isFollowing = false
  private var lastAnswer = -Double.infinity
  private var asked = -Double.infinity

  /// How long a question rests that no frame shows, in seconds: without fonts it is never drawn,
  /// and must let go of the keyboard.
  static let longest = 5.0

  private func isResting(at now: Double) -> Bool {
    isFollowing && !question.isAnswered && now - asked < Self.longest
  }

  /// Notes a question that the user's own command asks: it rests for no time.
  mutating func noteCommand() {
    isFollowing = false
  }

  /// Notes a question that comes without a command.
  mutating func noteQuestion(at now: Double) {
    count += 1
    question.show(count)
    asked = now
    isFollowing = now - lastAnswer < HostQuestion.rest
  }

  /// Notes a frame that contains the question, and the newest frame on the screen.
  mutating func noteFrame(_ number: UInt64, shown: UInt64, at now: Double) {
    question.noteFrame(number, shown: shown, at: now)
  }

  /// Passes an event to the dialog, except an answer that comes too early.
  mutating func take(
    _ event: WindowEvent, isRepeat: Bool, at now: Double, in dialog: inout FileDialog,
    on surface: PixelSize
  ) -> (isConsumed: Bool, answer: FileDialog.Answer?) {
    guard dialog.isOpen else { return (false, nil) }
    question.note(event, isRepeat: isRepeat, at: now)
    switch event {
    case .button(let button) where button.isPressed && isResting(at: now): return (true, nil)
    case .touch(let touch) where touch.phase == .began && isResting(at: now): return (true, nil)
    default: break
    }
    let before = dialog
    let (isConsumed, answer) = dialog.take(event, on: surface)
    guard let answer else { return (isConsumed, nil) }
    if isResting(at: now) {
      dialog = before
      return (true, nil)
    }
    lastAnswer = now
    return (isConsumed, answer)
  }
}

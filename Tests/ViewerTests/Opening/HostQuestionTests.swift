import Geometry
import Gestures
import Testing

@testable import Viewer

/// When a press answers the question about a host.
@Suite struct HostQuestionTests {
  private let press = WindowEvent.key(
    KeyPress(keysym: Keysym.enter.rawValue, modifiers: [], position: .zero, time: 0))

  private func failure(_ name: String, host: String?) -> PictureFailure {
    PictureFailure(
      entry: AlbumEntry(argument: 0, path: Array(name.utf8), origin: .address),
      sentence: "it is elsewhere", host: host)
  }

  private func button(isPressed: Bool) -> WindowEvent {
    .button(
      ButtonEvent(
        button: 1, isPressed: isPressed, position: .zero, modifiers: [], time: 0))
  }

  @Test func aPressCountsOnceTheQuestionCouldBeRead() {
    var question = HostQuestion()
    question.note(press, isRepeat: false, at: 9)
    question.show(failure("a", host: "example.org"))
    question.noteFrame(1, shown: 1, at: 10)
    #expect(!question.isAnswered, "it was pressed before")
    question.note(press, isRepeat: false, at: 10.4)
    question.show(failure("a", host: "example.org"))
    question.noteFrame(2, shown: 2, at: 10.4)
    #expect(!question.isAnswered)
    question.note(press, isRepeat: false, at: 10 + HostQuestion.rest)
    #expect(question.isAnswered)
  }

  /// Drawing the first frame may take longer than the rest.
  @Test func aFrameCountsOnceItIsOnTheScreen() {
    var question = HostQuestion()
    question.show(failure("a", host: "example.org"))
    question.note(press, isRepeat: false, at: 11)
    #expect(!question.isAnswered, "no frame contains it")
    // Newer frames contain it, too, while an older one is still on the screen.
    for (number, moment) in [(7, 12.0), (8, 13), (9, 14)] as [(UInt64, Double)] {
      question.noteFrame(number, shown: 6, at: moment)
      question.note(press, isRepeat: false, at: moment + 0.9)
      #expect(!question.isAnswered, "it is not on the screen")
    }
    question.noteFrame(9, shown: 8, at: 15)
    question.note(press, isRepeat: false, at: 15.4)
    #expect(!question.isAnswered)
    question.noteFrame(10, shown: 10, at: 15.4)
    question.note(press, isRepeat: false, at: 15 + HostQuestion.rest)
    #expect(question.isAnswered)
  }

  /// A question with the same text as the one before needs no new frame.
  @Test func aFrameThatWasShownBeforeCountsAtOnce() {
    var question = HostQuestion()
    for (name, start) in [("a", 10.0), ("b", 20)] {
      question.show(failure(name, host: "example.org"))
      question.noteFrame(5, shown: 5, at: start)
      question.note(press, isRepeat: false, at: start + 0.4)
      #expect(!question.isAnswered)
      question.note(press, isRepeat: false, at: start + HostQuestion.rest)
      #expect(question.isAnswered)
    }
  }

  /// A button that was pressed before may be released long after.
  @Test func thePressOfAClickCounts() {
    var question = HostQuestion()
    question.show(failure("a", host: "example.org"))
    question.noteFrame(1, shown: 1, at: 10)
    question.note(button(isPressed: true), isRepeat: false, at: 10.1)
    question.note(button(isPressed: false), isRepeat: false, at: 12)
    #expect(!question.isAnswered)
    question.note(button(isPressed: true), isRepeat: false, at: 13)
    #expect(question.isAnswered)
  }

  /// Enter in the field for a path may be held until the question is there.
  @Test func theRepeatOfAHeldKeyIsNoAnswer() {
    var question = HostQuestion()
    question.note(press, isRepeat: false, at: 9.9)
    question.show(failure("a", host: "example.org"))
    question.noteFrame(1, shown: 1, at: 10)
    for repeated in 1...100 {
      question.note(press, isRepeat: true, at: 10 + Double(repeated) / 20)
      #expect(!question.isAnswered)
    }
    question.note(press, isRepeat: false, at: 16)
    #expect(question.isAnswered)
  }

  /// A busy window reads the repeats of a key that was pressed before the question late.
  @Test func aRepeatThatIsReadLateIsNoAnswer() {
    var question = HostQuestion()
    var key = PressedKey()
    func send(_ isPressed: Bool, at time: Double, read now: Double) {
      let press = KeyPress(
        keysym: Keysym.enter.rawValue, modifiers: [], position: .zero, time: time)
      let event: WindowEvent = isPressed ? .key(press) : .keyReleased(press)
      key.note(event)
      question.note(event, isRepeat: key.isRepeating, at: now)
    }
    send(true, at: 9.9, read: 9.9)
    question.show(failure("a", host: "example.org"))
    question.noteFrame(1, shown: 1, at: 10)
    for (time, moment) in [(10.4, 10.4), (10.5, 13), (10.6, 13.1), (11.5, 17)] {
      send(true, at: time, read: moment)
      #expect(!question.isAnswered, "\(moment)")
    }
    send(false, at: 11.6, read: 17.1)
    send(true, at: 11.7, read: 17.2)
    #expect(question.isAnswered)
  }

  @Test func eachQuestionRestsOfItsOwn() {
    var question = HostQuestion()
    question.show(failure("a", host: "example.org"))
    question.noteFrame(1, shown: 1, at: 10)
    for next in [failure("b", host: "example.org"), failure("b", host: "192.168.1.1")] {
      question.show(next)
      question.noteFrame(3, shown: 3, at: 20)
      question.note(press, isRepeat: false, at: 20.1)
      #expect(!question.isAnswered)
    }
    question.show(failure("b", host: nil))
    question.noteFrame(4, shown: 4, at: 20.2)
    question.note(press, isRepeat: false, at: 30)
    #expect(!question.isAnswered, "it is no question")
  }
}

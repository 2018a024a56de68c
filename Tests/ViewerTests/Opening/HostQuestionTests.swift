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
    question.show(failure("a", host: "example.org"), at: 10)
    #expect(!question.isAnswered, "it was pressed before")
    question.note(press, isRepeat: false, at: 10.4)
    question.show(failure("a", host: "example.org"), at: 10.4)
    #expect(!question.isAnswered)
    question.note(press, isRepeat: false, at: 10 + HostQuestion.rest)
    #expect(question.isAnswered)
  }

  /// A button that was pressed before may be released long after.
  @Test func thePressOfAClickCounts() {
    var question = HostQuestion()
    question.show(failure("a", host: "example.org"), at: 10)
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
    question.show(failure("a", host: "example.org"), at: 10)
    for repeated in 1...100 {
      question.note(press, isRepeat: true, at: 10 + Double(repeated) / 20)
      #expect(!question.isAnswered)
    }
    question.note(press, isRepeat: false, at: 16)
    #expect(question.isAnswered)
  }

  @Test func eachQuestionRestsOfItsOwn() {
    var question = HostQuestion()
    question.show(failure("a", host: "example.org"), at: 10)
    for next in [failure("b", host: "example.org"), failure("b", host: "192.168.1.1")] {
      question.show(next, at: 20)
      question.note(press, isRepeat: false, at: 20.1)
      #expect(!question.isAnswered)
    }
    question.show(failure("b", host: nil), at: 20.2)
    question.note(press, isRepeat: false, at: 30)
    #expect(!question.isAnswered, "it is no question")
  }
}

import Controls
import Geometry
import Gestures
import Testing

@testable import Viewer

/// A question with yes and no, by keys and by the pointer.
@Suite struct QuestionStateTests {
  private static let surface = PixelSize(width: 900, height: 600)

  private func asked() -> QuestionState {
    var state = QuestionState()
    state.ask(
      QuestionState.Question(title: "Set a.png?", action: "Set", hint: "It fills."), scale: 1)
    return state
  }

  private func key(_ key: Keysym) -> WindowEvent {
    .key(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0))
  }

  private func answer(_ keys: Keysym...) -> Bool? {
    var state = asked()
    var answer: Bool?
    for pressed in keys {
      let taken = state.take(key(pressed), on: Self.surface)
      #expect(taken.isConsumed && answer == nil)
      answer = taken.answer
    }
    #expect(state.isOpen == (answer == nil))
    return answer
  }

  @Test func keysAnswer() {
    #expect(answer(.enter) == true)
    #expect(answer(.down, .enter) == false)
    #expect(answer(.escape) == false)
    // Other keys neither answer nor reach the picture.
    #expect(answer(Keysym("n"), .delete) == nil)
  }

  @Test func thePointerAnswers() throws {
    for (part, expected) in [(QuestionState.Part.yes, true), (.no, false)] {
      var state = asked()
      let row = try #require(state.placed(on: Self.surface).rect(of: Target(part)))
      let press = ButtonEvent(
        button: 1, isPressed: true, position: Rect(row).center, modifiers: [], time: 0)
      let taken = state.take(.button(press), on: Self.surface)
      #expect(taken.answer == expected && !state.isOpen)
    }
    var state = asked()
    let press = ButtonEvent(
      button: 1, isPressed: true, position: Point(x: 1, y: 599), modifiers: [], time: 0)
    let taken = state.take(.button(press), on: Self.surface)
    #expect(taken.answer == false && !state.isOpen)
  }

  @Test func withoutAQuestionNothingIsTaken() {
    var state = QuestionState()
    let taken = state.take(key(.enter), on: Self.surface)
    #expect(!taken.isConsumed && taken.answer == nil)
    #expect(state.drawing(on: Self.surface) == nil)
  }
}

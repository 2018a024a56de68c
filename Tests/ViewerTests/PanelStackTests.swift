import Geometry
import Gestures
import Testing

@testable import Viewer

/// The order in which panels get events, and what Escape hides.
@Suite struct PanelStackTests {
  final class FakePanel: Panel {
    let hasKeyboard: Bool
    var takes = false
    var isShown = false
    private(set) var seen = 0
    var deadline: Double?

    init(hasKeyboard: Bool = false) { self.hasKeyboard = hasKeyboard }

    func take(_ event: WindowEvent, at now: Double) -> Bool {
      seen += 1
      return takes
    }
    func take(clickAt place: Point, at now: Double) -> Bool { takes }
    func toggle(at now: Double) { isShown.toggle() }
    func hide(at now: Double) -> Bool {
      defer { isShown = false }
      return isShown
    }
  }

  let low = FakePanel()
  let keyboard = FakePanel(hasKeyboard: true)
  let high = FakePanel()
  let question = FakePanel(hasKeyboard: true)
  let stack: PanelStack

  init() {
    stack = PanelStack([
      ("low", low), ("keyboard", keyboard), ("high", high), ("question", question),
    ])
  }

  /// Presses a key, as the window reports it; returns true if the panels consumed it.
  private func press(_ key: Keysym, at now: Double) -> Bool {
    send(.key(event(key, at: now)), at: now)
  }

  private func release(_ key: Keysym) { _ = send(.keyReleased(event(key, at: 0)), at: 0) }

  private func send(_ event: WindowEvent, at now: Double) -> Bool {
    stack.note(event)
    return stack.take(event, at: now)
  }

  private func event(_ key: Keysym, at time: Double) -> KeyPress {
    KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: time)
  }

  @Test func thePanelWithTheKeyboardIsFirstThenTheTopmost() {
    #expect(!stack.take(.exposed, at: 0))
    #expect([low.seen, keyboard.seen, high.seen] == [1, 1, 1])
    high.takes = true
    #expect(stack.take(.exposed, at: 0))
    #expect([low.seen, keyboard.seen, high.seen] == [1, 2, 2])
    keyboard.takes = true
    #expect(stack.take(.exposed, at: 0))
    #expect([low.seen, keyboard.seen, high.seen] == [1, 3, 2])
  }

  @Test func repeatsOfTheOpeningKeyDoNothingUntilItsRelease() {
    #expect(!press(.f10, at: 0))
    keyboard.isShown = true
    // A busy window may read the next repeat late.
    #expect(press(.f10, at: 0.6) && press(.f10, at: 5) && keyboard.seen == 1)
    #expect(!press(.down, at: 5) && keyboard.seen == 2)
    release(.f10)
    #expect(!press(.f10, at: 5.1) && keyboard.seen == 4)
  }

  @Test func aReleaseThatIsNotReportedEndsWithTheWindowsVisibility() {
    #expect(!press(.f10, at: 0))
    keyboard.isShown = true
    #expect(!send(.visibility(isVisible: false), at: 0.1))
    #expect(!press(.f10, at: 0.2) && keyboard.seen == 3)
  }

  @Test func aReleaseThatAnotherWindowGotEndsWithTheFocus() {
    #expect(!press(.f10, at: 0))
    keyboard.isShown = true
    #expect(!send(.focusChanged(false), at: 0.1) && !send(.focusChanged(true), at: 0.2))
    // A key that is still down repeats within a second.
    #expect(press(.f10, at: 0.6) && press(.f10, at: 5))
    #expect(!send(.focusChanged(false), at: 5.1) && !send(.focusChanged(true), at: 6))
    let seen = keyboard.seen
    #expect(!press(.f10, at: 6.1) && keyboard.seen == seen + 1)
  }

  /// A held Enter that chooses a command must not answer the question that the command asks.
  @Test func aQuestionIsNotAnsweredByTheKeyThatOpenedIt() {
    (keyboard.isShown, keyboard.takes, question.takes) = (true, true, false)
    #expect(press(.enter, at: 0) && question.seen == 1)
    question.isShown = true
    #expect(press(.enter, at: 0.6) && question.seen == 1)
    keyboard.isShown = false
    #expect(press(.enter, at: 0.7) && question.seen == 1)
    release(.enter)
    question.takes = true
    #expect(press(.enter, at: 0.8) && question.seen == 3 && keyboard.seen == 2)
  }

  @Test func aHeldKeyWhosePanelHasClosedDoesNothingBehindIt() {
    (keyboard.isShown, keyboard.takes) = (true, true)
    #expect(press(.enter, at: 0))
    (keyboard.isShown, keyboard.takes) = (false, false)
    #expect(press(.enter, at: 0.6) && press(.enter, at: 0.7))
    // Another window got the release.
    #expect(!press(.enter, at: 2))
  }

  @Test func aKeyThatRepeatsInItsOwnPanelIsThePanels() {
    (keyboard.isShown, keyboard.takes) = (true, true)
    #expect(press(.down, at: 0) && press(.down, at: 0.6) && keyboard.seen == 2)
  }

  @Test func panelsGetOnlyClicksOfTheFirstButton() {
    low.takes = true
    #expect(stack.take(.click(button: 1, at: .zero), at: 0))
    #expect(!stack.take(.click(button: 8, at: .zero), at: 0))
  }

  @Test func escapeHidesOnlyTheTopmostPanel() {
    #expect(!stack.hideTopmost(at: 0))
    for id in ["low", "high", "nobody"] as [PanelID] { stack.toggle(id, at: 0) }
    #expect(stack.hideTopmost(at: 0) && !high.isShown && low.isShown)
    #expect(stack.hideTopmost(at: 0) && !stack.hideTopmost(at: 0))
  }

  @Test func theEarliestDeadlineCounts() {
    #expect(stack.deadline == nil)
    (low.deadline, high.deadline) = (3, 2)
    #expect(stack.deadline == 2)
  }

  @Test func panelNamesAreUnique() {
    let names = PanelTable.all.map(\.id)
    #expect(Set(names).count == names.count)
  }
}

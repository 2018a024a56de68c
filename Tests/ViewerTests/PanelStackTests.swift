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
    private(set) var noted = 0
    var deadline: Double?

    init(hasKeyboard: Bool = false) { self.hasKeyboard = hasKeyboard }

    func note(_ event: WindowEvent) { noted += 1 }

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
  let stack: PanelStack

  init() { stack = PanelStack([("low", low), ("keyboard", keyboard), ("high", high)]) }

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

  /// A panel that it opens must not take the key's repeats for presses.
  @Test func panelsSeeKeysThatOthersTake() {
    keyboard.takes = true
    let press = KeyPress(keysym: Keysym.enter.rawValue, modifiers: [], position: .zero, time: 0)
    #expect(stack.take(.key(press), at: 0))
    #expect([low.noted, keyboard.noted, high.noted] == [1, 1, 1] && low.seen == 0)
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

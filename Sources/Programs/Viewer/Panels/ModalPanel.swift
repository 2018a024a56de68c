import Controls
import Gestures

protocol ModalPanel: Panel {
  associatedtype State: ModalState
  /// Its line in the table of panels.
  static var id: PanelID { get }
  var parts: ViewerParts { get }
  var drawn: DrawnState<State> { get set }
  /// Performs what the user has chosen.
  func perform(_ answer: State.Answer, at now: Double)
}

extension ModalPanel {
  var hasKeyboard: Bool { true }
  var isShown: Bool { drawn.state.isOpen }

  func hide(at now: Double) -> Bool {
    defer { drawn.state.close() }
    return isShown
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    let (isConsumed, answer) = drawn.state.take(event, on: parts.view.surface)
    if let answer { perform(answer, at: now) }
    return isConsumed
  }

  func update(in notices: Notices, at now: Double) { draw(in: notices) }

  /// Draws the panel, if it has changed.
  func draw(in notices: Notices) {
    drawn.draw(Self.id, on: parts.view.surface, by: parts.lastInput.device, in: notices)
  }
}

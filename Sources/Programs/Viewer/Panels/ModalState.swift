import Controls
import Geometry
import Gestures

/// The state of a panel that has the keyboard while it is open; a press beside it closes it.
protocol ModalState: PanelState {
  /// The answer of a user who closes the panel without a choice; `nil` if that is none.
  static var refusal: Answer? { get }
  /// The row that keys have reached, which stays visible.
  var selection: Part { get }

  /// Closes the panel.
  mutating func close()
  /// Handles a key before the controls do; `nil` if it is theirs.
  mutating func take(_ press: KeyPress) -> Answer?
  /// Performs the effect of a control, and returns the answer that it is.
  mutating func perform(_ effect: ControlEffect<Part>) -> Answer?
  /// Handles Enter while there is no row to choose.
  mutating func enter() -> Answer?
}

extension ModalState {
  static var refusal: Answer? { nil }
  mutating func close() { self = Self() }
  mutating func take(_ press: KeyPress) -> Answer? { nil }
  mutating func enter() -> Answer? { nil }

  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, answer: Answer?) {
    guard isOpen else { return (false, nil) }
    switch event {
    // Other parts may be waiting for the release of a key that was pressed earlier.
    case .keyReleased: return (false, nil)
    case .touch(let touch): return take(touch, on: surface) ?? (touch.phase == .began, nil)
    case .interfaceScaleChanged(let scale): self.scale = scale
    case .key(let press): if let answer = take(press) { return (true, answer) }
    default: break
    }
    let placed = placed(on: surface)
    if case .button(let button) = event, button.isPressed, !placed.contains(button.position) {
      close()
      return (true, Self.refusal)
    }
    let taken = input.take(event, in: placed)
    var answer: Answer?
    for effect in taken.effects {
      if effect == .dismiss {
        close()
        answer = Self.refusal
      } else {
        answer = perform(effect) ?? answer
      }
    }
    guard case .key(let press) = event else { return (taken.isConsumed, answer) }
    if press.key == .enter, placed.rows.isEmpty, isOpen { answer = enter() }
    if isOpen { input.reveal(selection, in: self.placed(on: surface)) }
    // No key may change the picture behind the panel.
    return (true, answer)
  }
}

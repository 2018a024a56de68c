import Geometry
import Gestures

/// What a pointer, a finger and keys do in a panel, between one event and the next.
///
/// Events go in with the panel as it stands; what is wanted of its nodes comes out.
package struct ControlInput<ID: Hashable & Sendable>: Hashable, Sendable {
  /// How many device pixels of the rows are above what is seen.
  package var scroll = 0
  /// Text that is typed.
  package var typing: Typing<ID>?
  private var pointer = Pointing<ID>()
  private var wheel = WheelTurns<ID>()
  /// The finger on a touch screen that is the panel's pointer.
  private var finger: Int?

  /// Nothing is pressed, typed or scrolled.
  package init() {}

  /// What the pointer is on.
  package var hover: Target<ID>? { pointer.hover }
  /// Whether no button drags anything, here or elsewhere.
  package var isFree: Bool { pointer.isFree }
  /// The slider that is dragged.
  var draggedSlider: ID? { pointer.draggedSlider }

  /// Whether a button holds a node down.
  package func isHolding(_ id: ID) -> Bool { pointer.isHolding(id) }

  /// Takes an event of the window; a finger's comes as the pointer's.
  package mutating func take(
    _ event: WindowEvent, in placed: Placed<ID>
  ) -> ControlAnswer<ID> {
    switch event {
    case .button(let button) where button.isPressed:
      return pointer.press(button, in: placed, &typing)
    case .button(let button): return pointer.release(button.button)
    case .motion(let position, _):
      return pointer.move(to: position, in: placed, scroll: &scroll)
    case .scroll(let turn):
      if pointer.isDragging { return ControlAnswer(true) }
      return wheel.turn(turn, in: placed, isTyping: typing != nil, scroll: &scroll)
    case .key(let press) where !placed.frame.isEmpty: return take(press, placed)
    case .keyReleased(let press):
      if press.key.isShift { pointer.holdShift(false, in: placed) }
      return ControlAnswer(typing != nil)
    case .pointerLeft: pointer.leave()
    default: break
    }
    return ControlAnswer(false)
  }

  private mutating func take(_ press: KeyPress, _ placed: Placed<ID>) -> ControlAnswer<ID> {
    if press.key.isShift {
      pointer.holdShift(true, in: placed)
      return ControlAnswer(typing != nil)
    }
    if typing != nil {
      let effects = typing?.take(press, in: placed)
      if effects == nil { typing = nil }
      return ControlAnswer(true, effects ?? [])
    }
    guard let effects = placed.effects(of: press) else { return ControlAnswer(false) }
    if case .type(let id)? = effects.first { typing = placed.row(id).flatMap { Typing($0.node) } }
    return ControlAnswer(true, effects)
  }

  /// Takes what is typed, or gives it up.
  package func endTyping(in placed: Placed<ID>) -> [ControlEffect<ID>] {
    typing?.ending(byPressOn: nil, in: placed).map { [$0] } ?? []
  }

  /// The pointer's events that a finger stands for; `nil` where the finger is not the panel's.
  package mutating func pointerEvents(of touch: TouchEvent) -> [WindowEvent]? {
    let isFirst = touch.phase == .began && finger == nil
    guard isFirst || touch.id == finger else { return nil }
    func button(_ isPressed: Bool) -> WindowEvent {
      .button(
        ButtonEvent(
          button: 1, isPressed: isPressed, position: touch.position, modifiers: [],
          time: touch.time))
    }
    if isFirst {
      finger = touch.id
      return [button(true)]
    }
    let motion = WindowEvent.motion(position: touch.position, time: touch.time)
    guard touch.phase == .ended || touch.phase == .cancelled else { return [motion] }
    finger = nil
    return [motion, .pointerLeft, button(false)]
  }

  /// Whether a finger is the panel's pointer.
  package var hasFinger: Bool { finger != nil }

  /// Takes that a finger was put down on nothing of the panel's.
  package mutating func forgetFinger() {
    finger = nil
    // Nobody tells when it is lifted.
    _ = pointer.release(1)
  }

  /// Scrolls as far as a row needs to be seen whole.
  package mutating func reveal(_ id: ID, in placed: Placed<ID>) {
    scroll = placed.scroll(revealing: id)
  }

  /// Ends what belongs to rows that may be others now; of a panel that closes, whatever is dragged.
  package mutating func forgetRows(endsTyping: Bool = true, endsDrag: Bool = false) {
    if endsTyping { typing = nil }
    pointer.forgetRows(endsDrag: endsDrag)
  }

  /// Takes that a section has another name since it was moved.
  package mutating func rename(_ id: ID, to new: ID) {
    typing = nil
    pointer.rename(id, to: new)
  }

  /// Takes that other rows than before are under the pointer.
  package mutating func forgetHover() { pointer.leave() }
}

import Geometry
import Gestures

/// The state of pointer, touch and keyboard input in a panel.
///
/// It takes events and the panel's current layout, and returns the effects on its nodes.
package struct ControlInput<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The scroll offset of the rows in device pixels.
  package var scroll = 0
  /// True if rows are high enough for fingers.
  package var usesFingers = false
  /// The text field being edited.
  package var typing: Typing<ID>?
  private var pointer = PointerState<ID>()
  private var wheel = WheelAccumulator<ID>()
  /// The ID of the touch that acts as the panel's pointer.
  private var finger: Int?

  /// Creates an idle state.
  package init() {}

  /// The target under the pointer.
  package var hover: Target<ID>? { pointer.hover }
  /// True if no button is dragging anything, in the panel or elsewhere.
  package var isFree: Bool { pointer.isFree }
  /// True while a button is down that was pressed in the panel.
  package var isDragging: Bool { pointer.isDragging }
  var draggedSlider: ID? { pointer.draggedSlider }

  /// True while a button holds a node down.
  package func isHolding(_ id: ID) -> Bool { pointer.isHolding(id) }

  /// Handles a window event; a touch must be converted to pointer events first.
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

  /// Ends typing: accepts the text or discards it.
  package func endTyping(in placed: Placed<ID>) -> [ControlEffect<ID>] {
    typing?.ending(byPressOn: nil, in: placed).map { [$0] } ?? []
  }

  /// Converts a touch to pointer events; `nil` if the touch does not belong to the panel.
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

  /// True if a touch acts as the panel's pointer.
  package var hasFinger: Bool { finger != nil }

  /// Drops a touch that began outside the panel's controls.
  package mutating func forgetFinger() {
    finger = nil
    // The end of this press will not be reported.
    _ = pointer.release(1)
  }

  /// Scrolls until a row is completely visible.
  package mutating func reveal(_ id: ID, in placed: Placed<ID>) {
    scroll = placed.scroll(revealing: id)
  }

  /// Ends input on rows that may have changed; when a panel closes, also any drag.
  package mutating func forgetRows(endsTyping: Bool = true, endsDrag: Bool = false) {
    if endsTyping { typing = nil }
    pointer.forgetRows(endsDrag: endsDrag)
  }

  /// Updates the ID of a section after a move.
  package mutating func rename(_ id: ID, to new: ID) {
    typing = nil
    pointer.rename(id, to: new)
  }

  /// Clears the hover target when the rows under the pointer change.
  package mutating func forgetHover() { pointer.leave() }
}

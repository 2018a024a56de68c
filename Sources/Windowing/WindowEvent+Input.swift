import CX11
import Geometry
import InputEvents

extension Modifiers {
  /// The modifiers of X's state bits.
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.logo) }
  }
}

extension WindowEvent {
  /// A button of a device without scroll valuators: 4 to 7 are its wheel, one detent a press.
  static func button(
    _ number: Int, isPressed: Bool, position: Point, modifiers: Modifiers, time: Double
  ) -> [WindowEvent] {
    guard (4...7).contains(number) else {
      return [
        .button(
          ButtonEvent(
            button: number, isPressed: isPressed, position: position, modifiers: modifiers,
            time: time))
      ]
    }
    guard isPressed else { return [] }
    let steps = [Point(x: 0, y: -1), Point(x: 0, y: 1), Point(x: -1, y: 0), Point(x: 1, y: 0)]
    return [
      .scroll(
        ScrollEvent(
          detents: steps[number - 4], source: .wheel, isContinuous: false, position: position,
          modifiers: modifiers, time: time))
    ]
  }
}

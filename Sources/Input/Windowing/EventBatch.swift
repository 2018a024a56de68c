import CX11
import Geometry
import Gestures

/// Events from one read, coalesced.
///
/// A mouse reports up to a thousand positions per second, fingers a hundred and more, and a resize
/// dozens of sizes, of which only the last in a row can still be shown. Distances are added,
/// positions replaced. The order relative to buttons, keys, and begin and end events is kept.
struct EventBatch {
  private(set) var events: [WindowEvent] = []

  mutating func append(contentsOf events: [WindowEvent]) { events.forEach { append($0) } }

  mutating func append(_ event: WindowEvent?) {
    guard let event else { return }
    switch event {
    case .resized:
      events.removeAll { if case .resized = $0 { true } else { false } }
    case .exposed:
      events.removeAll { $0 == .exposed }
    case .touch(let touch) where touch.phase == .changed:
      removeOlder(of: touch)
    default:
      if let last = events.last, let merged = Self.merged(last, event) {
        events[events.count - 1] = merged
        return
      }
    }
    events.append(event)
  }

  /// Returns one event for two consecutive ones; `nil` if both must be kept.
  private static func merged(_ first: WindowEvent, _ second: WindowEvent) -> WindowEvent? {
    switch (first, second) {
    case (.motion, .motion): return second
    case (.scroll(let first), .scroll(var second)):
      // A wheel's detents are steps, each of which may be the last that a limit allows.
      guard first.source == .touchpad, second.source == .touchpad, !first.isEnd, !second.isEnd,
        first.modifiers == second.modifiers, first.position == second.position
      else { return nil }
      second.detents = first.detents + second.detents
      return .scroll(second)
    case (.pinch(let first), .pinch(var second)):
      guard first.phase == .changed, second.phase == .changed else { return nil }
      second.delta = first.delta + second.delta
      return .pinch(second)
    case (.swipe(let first), .swipe(var second)):
      guard first.phase == .changed, second.phase == .changed, first.fingers == second.fingers
      else { return nil }
      second.delta = first.delta + second.delta
      return .swipe(second)
    default: return nil
    }
  }

  /// Removes a finger's older position if nothing but fingers has moved since.
  private mutating func removeOlder(of touch: TouchEvent) {
    for index in events.indices.reversed() {
      guard case .touch(let older) = events[index], older.phase == .changed else { return }
      if older.id == touch.id {
        events.remove(at: index)
        return
      }
    }
  }
}

extension Modifiers {
  /// Creates modifiers from X's state bits.
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.logo) }
  }
}

extension WindowEvent {
  /// Returns the events of a button of a device without scroll valuators.
  ///
  /// Buttons 4 to 7 are its wheel, with one detent per press.
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

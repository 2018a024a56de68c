import Geometry
import Windowing

@testable import Gestures

/// Events as short as a test wants to read them.
func press(_ x: Double, _ y: Double, at time: Double, button: Int = 1) -> WindowEvent {
  .button(
    ButtonEvent(
      button: button, isPressed: true, position: Point(x: x, y: y), modifiers: [], time: time))
}

func release(_ x: Double, _ y: Double, at time: Double, button: Int = 1) -> WindowEvent {
  .button(
    ButtonEvent(
      button: button, isPressed: false, position: Point(x: x, y: y), modifiers: [], time: time))
}

func motion(_ x: Double, _ y: Double, at time: Double) -> WindowEvent {
  .motion(position: Point(x: x, y: y), time: time)
}

func wheel(
  _ x: Double, _ y: Double, modifiers: Modifiers = [], isContinuous: Bool = false
) -> WindowEvent {
  .scroll(
    ScrollEvent(
      detents: Point(x: x, y: y), source: .wheel, isContinuous: isContinuous,
      position: Point(x: 50, y: 60), modifiers: modifiers, time: 1))
}

func fingers(
  _ x: Double, _ y: Double, at time: Double, modifiers: Modifiers = [], isEnd: Bool = false
) -> WindowEvent {
  .scroll(
    ScrollEvent(
      detents: Point(x: x, y: y), source: .touchpad, isContinuous: true, isEnd: isEnd,
      position: Point(x: 50, y: 60), modifiers: modifiers, time: time))
}

extension GestureRecognizer {
  /// All gestures of a row of events, read as they happened.
  mutating func gestures(_ events: WindowEvent...) -> [Gesture] {
    events.flatMap { gestures(for: $0, now: 0) }
  }
}

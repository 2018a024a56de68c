import Geometry

@testable import Gestures

/// Short constructors of events.
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
  /// The gestures of several events, each handled at its own time.
  mutating func gestures(_ events: WindowEvent...) -> [Gesture] {
    events.flatMap { gestures(for: $0, now: 0) }
  }
}

func touch(
  _ id: Int, _ phase: GesturePhase, _ x: Double, _ y: Double, at time: Double
) -> WindowEvent {
  .touch(TouchEvent(id: id, phase: phase, position: Point(x: x, y: y), time: time))
}

func padPinch(
  _ phase: GesturePhase, _ scale: Double, by delta: Point = .zero,
  position: Point = Point(x: 5, y: 6), at time: Double
) -> WindowEvent {
  .pinch(PinchEvent(phase: phase, scale: scale, delta: delta, position: position, time: time))
}

func swipe(_ phase: GesturePhase, _ x: Double, _ y: Double = 0, at time: Double) -> WindowEvent {
  .swipe(SwipeEvent(phase: phase, fingers: 3, delta: Point(x: x, y: y), time: time))
}

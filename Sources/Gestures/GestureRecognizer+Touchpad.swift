import Geometry
import Glibc
import InputEvents

extension GestureRecognizer {
  /// Two or more fingers that pinch on a touchpad.
  mutating func pinch(_ event: PinchEvent) -> [Gesture] {
    var event = event
    event.scale = pow(event.scale, preferences.touchpadZoomSensitivity)
    var gestures: [Gesture] = []
    var current: PadPinch
    var phase = event.phase
    if let pinch, phase != .began {
      current = pinch
    } else {
      // One whose beginning was never told, elsewhere or long ago, begins here.
      gestures = endPinch()
      current = PadPinch(start: event.position)
      current.meter.begin(at: event.time)
      if phase == .ended || phase == .cancelled { return gestures }
      if phase == .changed { current.scale = event.scale }
      phase = .began
    }
    // What the fingers do to the zoom is a factor, so its speed is one of the logarithm.
    let step = Point(x: log(event.scale / current.scale), y: 0)
    if step.x.isFinite, step != .zero { current.meter.move(by: step, at: event.time) }
    current.scale = event.scale
    let velocity = phase == .ended ? current.meter.velocity(at: event.time).x : 0
    pinch = phase == .ended || phase == .cancelled ? nil : current
    gestures.append(
      .pinch(
        phase: phase, scale: event.scale, at: current.start, movedBy: event.delta,
        velocity: velocity))
    return gestures
  }

  /// Ends a pinch whose end is not told.
  mutating func endPinch() -> [Gesture] {
    guard let lost = pinch else { return [] }
    pinch = nil
    return [
      .pinch(
        phase: .cancelled, scale: lost.scale, at: lost.start, movedBy: .zero, velocity: 0)
    ]
  }

  /// Three or more fingers that swipe on a touchpad.
  mutating func swipe(_ event: SwipeEvent) -> [Gesture] {
    if event.phase == .began { swipeMeter.begin(at: event.time) }
    if event.delta != .zero { swipeMeter.move(by: event.delta, at: event.time) }
    let velocity = event.phase == .ended ? swipeMeter.velocity(at: event.time) : .zero
    return [
      .swipe(
        phase: event.phase, fingers: event.fingers, movedBy: event.delta, velocity: velocity)
    ]
  }
}

import Geometry
import Gestures
import Windowing

extension ZoomController {
  /// Takes a step of fingers that pinch about a point which moves with them.
  mutating func pinch(
    _ phase: GesturePhase, scale: Double, at start: Point, movedBy way: Point, now: Double
  ) {
    guard scale > 0, scale.isFinite else { return }
    switch phase {
    case .began: beginPinch(at: start, scale: scale, now: now)
    case .changed, .ended, .cancelled:
      if case .pinch(var hold) = motion {
        hold.move(to: scale, by: way)
        motion = .pinch(hold)
      } else if phase == .changed {
        // A key has moved the picture away from between the fingers: they take it anew.
        beginPinch(at: start, scale: scale, now: now)
      }
      if phase != .changed { endPinch(at: now) }
    }
  }

  private mutating func beginPinch(at focus: Point, scale: Double, now: Double) {
    let view = viewport(at: now)
    steps = nil
    kept = nil
    fitting = .none
    judge = nil
    motion = .pinch(PinchHold(focus: focus, distance: scale, caught: view))
  }

  /// The fingers let go: a scale past its limits and edges past theirs come back.
  mutating func endPinch(at now: Double) {
    guard case .pinch(let hold) = motion else { return }
    let start = kinematics(at: now)
    let destination = aligned(hold.target, about: hold.focus)
    fitting = destination.scale <= limits.fit ? .whole : .none
    move(
      to: destination, about: hold.focus, from: start, rate: AxisMotion.returnRate,
      isImmediate: false, now: now)
  }
}

import Geometry
import Gestures

extension ZoomController {
  /// Handles a step of a pinch about a point that moves with the fingers.
  mutating func pinch(
    _ phase: GesturePhase, scale: Double, at start: Point, movedBy delta: Point, now: Double
  ) {
    followPinch(phase, by: delta)
    let isSound = scale > 0 && scale.isFinite
    switch phase {
    case .began where isSound: beginPinch(at: start, scale: scale, now: now)
    case .began: break
    case .changed, .ended, .cancelled:
      if case .pinch(var hold) = motion {
        // An invalid scale changes nothing.
        hold.move(to: scale, by: delta)
        become(.pinch(hold), with: traces)
      } else if phase == .changed, isSound {
        // A key has moved the picture away from the fingers: a new pinch starts where they are now.
        beginPinch(at: start + pinchDelta, scale: scale, now: now)
      }
      if phase != .changed { endPinch(at: now) }
    }
  }

  private mutating func beginPinch(at focus: Point, scale: Double, now: Double) {
    let view = viewport(at: now)
    become(.pinch(ActivePinch(focus: focus, distance: scale, caught: view)), fitting: Fitting.none)
  }

  /// Handles the fingers' release: a scale and edges past their limits return.
  mutating func endPinch(at now: Double) {
    guard case .pinch(let hold) = motion else { return }
    let start = kinematics(at: now)
    let destination = aligned(hold.target, about: hold.focus)
    move(
      to: destination, fitting: destination.scale <= limits.fit ? .whole : Fitting.none,
      about: hold.focus, from: start, rate: AxisMotion.returnRate, isImmediate: false, now: now)
  }
}

import Geometry
import Gestures
import Glibc

extension ZoomController {
  /// Takes a gesture over at a moment.
  ///
  /// The delegate is asked where a pan would leave the picture; a pan that it does not leave to the
  /// picture, and that began at the edge in question, is offered to the delegate, once. Without a
  /// delegate the picture has every pan.
  @discardableResult
  public mutating func handle(
    _ gesture: Gesture, at now: Double, asking delegate: (any PanningDelegate)? = nil
  ) -> OfferedPan? {
    finish(at: now)
    switch gesture {
    case .zoom(let detents, let position, let isContinuous):
      zoom(
        by: detents * log(preferences.wheelStep), at: position, isImmediate: isContinuous, now: now)
    case .zoomStep(let factor, let position): zoom(byFactor: factor, at: position, now: now)
    case .panBegan: beginPan(asking: delegate, at: now)
    case .panMoved(let distance): return drag(by: distance, asking: delegate, now: now)
    case .panEnded(let velocity): release(velocity: velocity, asking: delegate, now: now)
    case .panStep(let distance): pan(by: distance, now: now)
    case .stop: stop(at: now)
    case .doubleClick(let position): doubleClick(at: position, now: now)
    case .pinch(let phase, let scale, let start, let distance):
      pinch(phase, scale: scale, at: start, movedBy: distance, now: now)
    case .click, .twoFingerTap, .longPress, .swipe: break
    }
    return nil
  }

  /// Forgets a motion that has ended: the view rests at its end, exactly.
  mutating func finish(at now: Double) {
    switch motion {
    case .zoom(let zoom) where zoom.isFinished(at: now): motion = .rest
    case .pan(let pan) where pan.isFinished(at: now): rest(at: pan.target)
    default: break
    }
  }

  /// Ends a pan: the view rests at a placement.
  mutating func rest(at placement: Placement) {
    target = placement
    motion = .rest
  }

  // MARK: Zooming

  /// Zooms by a logarithmic step, a point of the view keeping its image point.
  mutating func zoom(by step: Double, at anchor: Point, isImmediate: Bool, now: Double) {
    guard step != 0, step.isFinite else { return }
    let current = kinematics(at: now)
    var start = current
    var next: ZoomSteps
    if let steps, steps.anchor == anchor {
      next = steps
      if motion == .rest {
        start = adopted(current, at: anchor)
        next.rest(at: start.beginning ?? current.target, drawn: start.target)
      }
    } else {
      start = adopted(current, at: anchor)
      next = ZoomSteps(
        anchor: anchor, home: start.home, beginning: start.beginning ?? current.target,
        drawn: start.target)
    }
    let before = next.sum
    next.add(step, detent: log(preferences.wheelStep), limits: limits)
    // At a limit, nothing at all: not even the last fraction of a pixel moves.
    if next.sum == before { return }
    steps = next
    kept = nil
    let goal = next.target(limits: limits)
    let destination = goal.isReturn ? goal.placement : aligned(goal.placement, about: anchor)
    fitting = destination.scale <= limits.fit ? .whole : .none
    move(
      to: destination, about: anchor, from: start, rate: Self.wheelRate, isImmediate: isImmediate,
      now: now)
  }

  /// Goes to the double-click target, or back to the whole picture.
  private mutating func doubleClick(at position: Point, now: Double) {
    let current = kinematics(at: now)
    let goal = limits.clamp(
      preferences.doubleClickScale ?? DoubleClickTarget.scale(fit: limits.fit / unit) * unit)
    guard DoubleClickTarget.goesIn(from: current.target.scale, to: goal) else {
      zoomToFit(at: now)
      return
    }
    let start = adopted(current, at: position)
    let destination = aligned(start.target.scaled(to: goal, about: position), about: position)
    steps = nil
    kept = nil
    fitting = .none
    move(
      to: destination, about: position, from: start, rate: Self.jumpRate, isImmediate: false,
      now: now)
  }
}

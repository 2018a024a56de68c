import Geometry
import Gestures
import Glibc

extension ZoomController {
  /// Applies a gesture.
  ///
  /// The delegate is asked when a pan would move the picture past an edge. A pan that it refuses
  /// and that began at that edge is returned once, for the delegate to take. Without a delegate the
  /// picture handles every pan.
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

  // MARK: Zooming

  /// Zooms by a step of the scale's logarithm; the image point at `anchor` stays.
  mutating func zoom(by step: Double, at anchor: Point, isImmediate: Bool, now: Double) {
    guard step != 0, step.isFinite else { return }
    let current = kinematics(at: now)
    var start = current
    var next: ZoomSteps
    if let steps = traces.steps, steps.anchor == anchor {
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
    // At a limit nothing moves, not even by a fraction of a pixel.
    if next.sum == before { return }
    let goal = next.target(limits: limits)
    let destination = goal.isReturn ? goal.placement : aligned(goal.placement, about: anchor)
    move(
      to: destination, fitting: destination.scale <= limits.fit ? .whole : Fitting.none,
      about: anchor, from: start, rate: Self.wheelRate, isImmediate: isImmediate, steps: next,
      now: now)
  }

  /// Goes to the double-click target, or back to the fit view.
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
    move(
      to: destination, fitting: Fitting.none, about: position, from: start, rate: Self.jumpRate,
      isImmediate: false,
      now: now)
  }
}

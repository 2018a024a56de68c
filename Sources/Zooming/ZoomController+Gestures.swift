import Geometry
import Gestures
import Glibc

extension ZoomController {
  /// Takes a gesture over at a moment.
  public mutating func handle(_ gesture: Gesture, at now: Double) {
    finish(at: now)
    switch gesture {
    case .zoom(let detents, let position, let isContinuous):
      zoom(
        by: detents * log(preferences.wheelStep), at: position, isImmediate: isContinuous, now: now)
    case .panBegan: catchMotion(at: now)
    case .panMoved(let distance, _): drag(by: distance, now: now)
    case .panEnded(let velocity): release(velocity: velocity, now: now)
    case .doubleClick(let position): doubleClick(at: position, now: now)
    case .click, .pinch, .swipe: break
    }
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
    let goal = limits.clamp(DoubleClickTarget.scale(fit: limits.fit))
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

  // MARK: Panning

  /// Whatever moves stops where it is shown, under the finger; a resting picture is left alone.
  private mutating func catchMotion(at now: Double) {
    switch motion {
    case .rest, .hold: break
    case .zoom, .pan: hold(at: now)
    }
  }

  private mutating func hold(at now: Double) {
    let scale: Double
    let origin: Point
    let isWhole: Bool
    switch motion {
    case .hold: return
    case .rest:
      let view = base.settled()
      (scale, origin, isWhole) = (view.scale, view.origin, true)
    case .zoom(let zoom):
      (scale, origin, isWhole) = (
        zoom.scale(at: now), zoom.viewport(at: now, base: base).origin, false
      )
      if scale != zoom.target.scale { fitting = .none }
    case .pan(let pan):
      (scale, origin, isWhole) = (pan.scale, pan.origin(at: now), pan.isWhole)
    }
    steps = nil
    kept = nil
    let ranges = base.placed(Placement(scale: scale, origin: origin)).settledRanges
    motion = .hold(
      PanHold(
        x: .init(caughtAt: origin.x, range: ranges.x, edge: edges.x, at: now),
        y: .init(caughtAt: origin.y, range: ranges.y, edge: edges.y, at: now),
        scale: scale, isWhole: isWhole))
  }

  private mutating func drag(by distance: Point, now: Double) {
    if distance == .zero { return }
    if case .zoom(var zoom) = motion {
      // The wheel turns while the button is down: the picture follows the finger and goes on.
      zoom = zoom.moved(by: distance)
      target = zoom.target
      motion = .zoom(zoom)
      steps = nil
      kept = nil
      return
    }
    hold(at: now)
    guard case .hold(var hold) = motion else { return }
    hold.x.move(by: distance.x)
    hold.y.move(by: distance.y)
    motion = .hold(hold)
  }

  private mutating func release(velocity: Point, now: Double) {
    guard case .hold(let hold) = motion else { return }
    let glides =
      preferences.isAnimated && preferences.glides && velocity.length > Glide.slowest
      && velocity.length.isFinite
    let finger = glides ? velocity : .zero
    let pan = PanMotion(
      x: released(hold.x, finger: finger.x, now: now),
      y: released(hold.y, finger: finger.y, now: now), scale: hold.scale, isWhole: hold.isWhole)
    motion = .pan(pan)
    target = pan.target
    if !preferences.isAnimated { rest(at: pan.target) }
    finish(at: now)
  }

  private func released(_ axis: PanHold.Axis, finger: Double, now: Double) -> AxisMotion {
    AxisMotion(
      releasedAt: axis.position(at: now), velocity: axis.velocity(finger: finger), in: axis.range,
      edge: axis.edge, at: now)
  }

  /// How far the picture can be pulled past the edges of this surface.
  private var edges: (x: ElasticEdge, y: ElasticEdge) {
    let part = max(0, preferences.elasticLimit)
    return (
      ElasticEdge(limit: part * Double(surface.width)),
      ElasticEdge(limit: part * Double(surface.height))
    )
  }
}

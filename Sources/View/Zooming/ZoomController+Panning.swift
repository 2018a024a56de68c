import Geometry
import Gestures

extension ZoomController {
  /// Stops a motion where it is shown, under the finger; does nothing to a resting picture.
  mutating func beginPan(asking delegate: (any PanningDelegate)?, at now: Double) {
    become(motion, with: traces.judged(by: nil))
    switch motion {
    case .rest, .hold: break
    // A scale beyond its limits must return to them, even under the finger.
    case .zoom(let zoom) where limits.clamp(zoom.scale(at: now)) != zoom.scale(at: now): return
    case .zoom, .pan: hold(at: now)
    case .pinch: return
    }
    guard delegate != nil else { return }
    let view = viewport(at: now)
    let classifier = PanClassifier(at: view.origin, in: view.settledRanges, at: now)
    var next = motion
    if case .hold(var hold) = motion {
      (hold.x.edge, hold.y.edge) = edges(classifier)
      next = .hold(hold)
    }
    become(next, with: traces.judged(by: classifier))
  }

  mutating func hold(at now: Double) {
    let scale: Double
    let origin: Point
    let isWhole: Bool
    var fitting: Fitting?
    switch motion {
    case .hold, .pinch: return
    case .rest:
      let view = base.settled()
      (scale, origin, isWhole) = (view.scale, view.origin, true)
    case .zoom(let zoom):
      (scale, origin, isWhole) = (
        zoom.scale(at: now), zoom.viewport(at: now, base: base).origin, false
      )
      if scale != zoom.target.scale { fitting = Fitting.none }
    case .pan(let pan):
      (scale, origin, isWhole) = (pan.scale, pan.origin(at: now), pan.isWhole)
    }
    let ranges = base.placed(Placement(scale: scale, origin: origin)).settledRanges
    let edges = edges(traces.classifier)
    let hold = ActivePan(
      x: .init(caughtAt: origin.x, range: ranges.x, edge: edges.x, at: now),
      y: .init(caughtAt: origin.y, range: ranges.y, edge: edges.y, at: now),
      scale: scale, isWhole: isWhole)
    become(.hold(hold), fitting: fitting, with: Traces(classifier: traces.classifier))
  }

  mutating func drag(
    by distance: Point, asking delegate: (any PanningDelegate)?, now: Double
  ) -> OfferedPan? {
    guard distance != .zero, distance.length.isFinite else { return nil }
    switch motion {
    case .zoom(var zoom):
      // The wheel turns during a drag: the picture follows the pointer while the zoom continues.
      zoom = zoom.moved(by: distance)
      become(.zoom(zoom), to: zoom.target, with: Traces(classifier: traces.classifier))
      return nil
    case .pinch(var pinch):
      pinch.move(to: 0, by: distance)
      become(.pinch(pinch), with: traces)
      return nil
    case .rest, .hold, .pan: break
    }
    hold(at: now)
    // Ask before moving, so that a refused overscroll is not shown for even one frame.
    let offered = delegate.flatMap { judged(distance, asking: $0, now: now) }
    guard case .hold(var hold) = motion else { return nil }
    hold.x.move(by: distance.x)
    hold.y.move(by: distance.y)
    become(.hold(hold), with: traces)
    return offered
  }

  /// Judges the pan after a step; returns the pan if it is offered to the delegate.
  private mutating func judged(
    _ step: Point, asking delegate: any PanningDelegate, now: Double
  ) -> OfferedPan? {
    guard var classifier = traces.classifier, case .hold(var hold) = motion else { return nil }
    classifier.move(by: step, at: now)
    var offered: OfferedPan?
    if let direction = classifier.decide() {
      if classifier.beganAt.contains(direction), classifier.mayAsk(direction) {
        let fits = hold.fits(direction)
        let request = PanRequest(direction: direction, beganAtEdge: true, fits: fits)
        if !delegate.allowsPan(request) {
          classifier.close(direction)
          offered = classifier.offered(direction, fits: fits, at: now)
        }
      }
    }
    let direction = PanDirection(fingers: step)
    if classifier.isDecided, offered == nil, hold.isPast(direction, adding: step),
      classifier.mayAsk(direction)
    {
      let request = PanRequest(direction: direction, beganAtEdge: false, fits: false)
      if !delegate.allowsPan(request) { classifier.close(direction) }
    }
    let edges = edges(classifier)
    // If an edge is hardened during an overscroll, the delegate that takes over the pan shows it.
    hold.x.change(edges.x, fades: offered == nil, at: now)
    hold.y.change(edges.y, fades: offered == nil, at: now)
    become(.hold(hold), with: traces.judged(by: classifier))
    return offered
  }

  mutating func release(
    velocity: Point, asking delegate: (any PanningDelegate)?, now: Double
  ) {
    guard case .hold(var hold) = motion else {
      return become(motion, with: traces.judged(by: nil))
    }
    let glides =
      preferences.isAnimated && preferences.glides && velocity.length > Glide.slowest
      && velocity.length.isFinite
    let finger = glides ? velocity : .zero
    if let delegate, glides, var classifier = traces.classifier {
      // A glide past an edge counts as a pan past it.
      let direction = PanDirection(fingers: velocity)
      let delta = Point(
        x: Glide.distance(velocity: velocity.x), y: Glide.distance(velocity: velocity.y))
      if hold.isPast(direction, adding: delta), classifier.mayAsk(direction) {
        let request = PanRequest(direction: direction, beganAtEdge: false, fits: false)
        if !delegate.allowsPan(request) { classifier.close(direction) }
      }
      let edges = edges(classifier)
      hold.x.change(edges.x, fades: true, at: now)
      hold.y.change(edges.y, fades: true, at: now)
    }
    let pan = PanMotion(
      x: released(hold.x, finger: finger.x, now: now),
      y: released(hold.y, finger: finger.y, now: now), scale: hold.scale, isWhole: hold.isWhole,
      isThrown: glides)
    become(preferences.isAnimated ? .pan(pan) : .rest, to: pan.target)
    finish(at: now)
  }

  private func released(_ axis: ActivePan.Axis, finger: Double, now: Double) -> AxisMotion {
    AxisMotion(
      releasedAt: axis.position(at: now), velocity: axis.velocity(finger: finger), in: axis.range,
      edge: axis.edge, at: now)
  }

  /// Stops a gliding picture where it is shown, on a key press.
  mutating func stop(at now: Double) {
    guard case .pan(let pan) = motion, pan.isThrown else { return }
    hold(at: now)
    release(velocity: .zero, asking: nil, now: now)
  }

  /// Returns the elasticity of this surface's edges.
  private func edges(_ classifier: PanClassifier?) -> (x: ElasticEdge, y: ElasticEdge) {
    let part = max(0, preferences.elasticLimit)
    var x = ElasticEdge(limit: part * Double(surface.width))
    var y = ElasticEdge(limit: part * Double(surface.height))
    for direction in classifier?.closed ?? [] {
      switch direction {
      case .left: x.upper = 0
      case .right: x.lower = 0
      case .up: y.upper = 0
      case .down: y.lower = 0
      }
    }
    return (x, y)
  }
}

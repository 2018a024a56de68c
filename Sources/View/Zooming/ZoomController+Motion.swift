import Geometry
import Glibc

extension ZoomController {
  /// The current state, from which a new motion continues.
  func kinematics(at now: Double) -> Kinematics {
    switch motion {
    case .rest:
      return Kinematics(
        target: target, scale: target.scale, origin: target.origin, shown: base.settled().origin)
    case .zoom(let zoom):
      return Kinematics(
        target: target, scale: zoom.scale(at: now), zoomVelocity: zoom.zoom.velocity(at: now),
        origin: zoom.origin(at: now), originVelocity: zoom.velocity(at: now),
        shown: zoom.viewport(at: now, base: base).origin,
        offsetVelocity: zoom.offsetVelocity(at: now))
    case .hold, .pan:
      let view = viewport(at: now)
      let placed = base.placed(Placement(scale: view.scale, origin: view.origin)).snapped()
      return Kinematics(
        target: Placement(scale: view.scale, origin: placed.origin), scale: view.scale,
        origin: placed.origin, shown: view.origin)
    case .pinch(let pinch):
      let target = aligned(pinch.target, about: pinch.focus)
      return Kinematics(
        target: target, scale: pinch.shown.scale, origin: pinch.shown.origin,
        shown: pinch.shown.origin)
    }
  }

  /// Returns the state with the drawn picture, not the target, as the reference at an anchor.
  ///
  /// At rest the picture is drawn on whole pixels, and the image point that is drawn under the
  /// cursor must stay there. An exception is an axis on which snapping shifts the picture: its
  /// target is kept while the cursor stays within 8 pixels, so that zooming back restores the view.
  /// Once the cursor has moved further, it points at something else, and the point drawn there must
  /// stay.
  func adopted(_ current: Kinematics, at anchor: Point) -> Kinematics {
    var start = current
    let home = traces.steps?.home
    let hasMoved = home.map { ($0 - anchor).length > 8 } ?? true
    start.home = hasMoved ? anchor : home ?? anchor
    let isResting = motion == .rest
    let drawn = base.settled()
    let drawnSize = drawn.shownSize
    let snappedTarget = base.placed(current.target).snapped()
    let snappedNow =
      base.placed(Placement(scale: current.scale, origin: current.origin)).snapped()
    let size = snappedTarget.shownSize
    var beginning = current.target

    func adopt(_ axis: WritableKeyPath<Point, Double>) {
      let isSnapped =
        abs(snappedTarget.origin[keyPath: axis] - current.target.origin[keyPath: axis]) > 0.5
      if isSnapped && !hasMoved { return }
      if isResting {
        let part =
          (anchor[keyPath: axis] - drawn.origin[keyPath: axis]) / drawnSize[keyPath: axis]
        let origin = anchor[keyPath: axis] - part * size[keyPath: axis]
        start.target.origin[keyPath: axis] = origin
        start.origin[keyPath: axis] = origin
        beginning.origin[keyPath: axis] = drawn.origin[keyPath: axis]
      } else if isSnapped {
        start.target.origin[keyPath: axis] = snappedTarget.origin[keyPath: axis]
        beginning.origin[keyPath: axis] = snappedTarget.origin[keyPath: axis]
        start.origin[keyPath: axis] = snappedNow.origin[keyPath: axis]
        start.originVelocity[keyPath: axis] = 0
      }
    }
    adopt(\.x)
    adopt(\.y)
    start.beginning = beginning
    return start
  }

  /// Shifts a placement by a fraction of a pixel, so that its anchor stays when its size is
  /// rounded.
  func aligned(_ placement: Placement, about anchor: Point) -> Placement {
    var view = base.placed(placement)
    let size = view.shownSize
    view.isSettled = true
    let whole = view.shownSize
    let delta = anchor - placement.origin
    return Placement(
      scale: placement.scale,
      origin: anchor - Point(x: delta.x * whole.x / size.x, y: delta.y * whole.y / size.y))
  }

  /// Starts or redirects a zoom, continuing from what is shown now.
  mutating func move(
    to destination: Placement, fitting: Fitting? = nil, about anchor: Point,
    from start: Kinematics, rate: Double, isImmediate: Bool, steps: ZoomSteps? = nil, now: Double
  ) {
    become(.rest, to: destination, fitting: fitting, with: Traces(steps: steps))
    guard preferences.isAnimated else { return }
    let goal = log(destination.scale)
    let zoom =
      isImmediate
      ? CriticallyDampedSpring(restingAt: goal)
      : CriticallyDampedSpring(
        from: log(start.scale), velocity: start.zoomVelocity, to: goal, rate: rate, at: now)

    // Where the new anchor would place the picture now, and its velocity there.
    let pull = destination.origin - anchor
    let growth = start.scale / destination.scale
    let residual = start.origin - (anchor + pull * growth)
    let residualVelocity = start.originVelocity - pull * (growth * start.zoomVelocity)

    let snapped = base.placed(Placement(scale: start.scale, origin: start.origin)).snapped()
    let offset = start.shown - snapped.origin
    let offsetEnd = base.settled().origin - base.snapped().origin

    func spring(_ from: Double, _ velocity: Double, to end: Double) -> CriticallyDampedSpring {
      CriticallyDampedSpring(from: from, velocity: velocity, to: end, rate: rate, at: now)
    }
    let motion = ZoomMotion(
      target: destination, anchor: anchor, zoom: zoom,
      residualX: spring(residual.x, residualVelocity.x, to: 0),
      residualY: spring(residual.y, residualVelocity.y, to: 0),
      offsetX: spring(offset.x, start.offsetVelocity.x, to: offsetEnd.x),
      offsetY: spring(offset.y, start.offsetVelocity.y, to: offsetEnd.y),
      scales: min(limits.minimum, start.scale)...max(limits.maximum, start.scale),
      zoomTolerance: ZoomMotion.tolerance / Double(max(1, surface.width, surface.height)))
    become(.zoom(motion), with: traces)
    finish(at: now)
  }

  /// Moves to a placement without a given anchor, along the path of a pure zoom.
  mutating func move(
    to destination: Placement, fitting: Fitting, isAnimated: Bool, now: Double
  ) {
    var start = kinematics(at: now)
    let snapped = base.placed(Placement(scale: start.scale, origin: start.origin)).snapped()
    if snapped.origin != start.origin {
      start.origin = snapped.origin
      start.originVelocity = .zero
    }
    guard isAnimated else {
      return become(.rest, to: destination, fitting: fitting)
    }
    // The fixed point of the zoom. With nearly equal scales it would be far away, and a fade of
    // the offset is enough.
    let difference = start.scale - destination.scale
    var anchor = base.surfaceCenter
    if abs(log(start.scale / destination.scale)) > 0.05 {
      anchor =
        (destination.origin * start.scale - start.origin * destination.scale) * (1 / difference)
    }
    move(
      to: destination, fitting: fitting, about: anchor, from: start, rate: Self.jumpRate,
      isImmediate: false, now: now)
  }
}

extension ZoomMotion {
  /// Returns the motion with the picture moved by a distance.
  func moved(by distance: Point) -> ZoomMotion {
    ZoomMotion(
      target: Placement(scale: target.scale, origin: target.origin + distance),
      anchor: anchor + distance, zoom: zoom, residualX: residualX, residualY: residualY,
      offsetX: offsetX, offsetY: offsetY, scales: scales, zoomTolerance: zoomTolerance)
  }
}

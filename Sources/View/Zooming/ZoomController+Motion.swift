import Geometry
import Glibc

/// How a view is shown and moves at a moment, for a new motion to start from.
struct Kinematics: Hashable, Sendable {
  /// Where it was going, unsnapped.
  var target: Placement
  /// The scale now.
  var scale: Double
  /// How fast the scale's logarithm changes.
  var zoomVelocity = 0.0
  /// The unsnapped origin now.
  var origin: Point
  /// How fast that moves.
  var originVelocity = Point.zero
  /// The origin that is shown.
  var shown: Point
  /// How fast the part of it that is added after snapping changes.
  var offsetVelocity = Point.zero
  /// Where steps that cancel out come back to; differs from the target by rounding at most.
  var beginning: Placement?
  /// Where snapping was last taken over.
  var home = Point.zero
}

extension ZoomController {
  /// How the view is shown and moves at a moment.
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

  /// The same, ready to be anchored at a point: what is drawn there counts.
  ///
  /// At rest the drawn picture has whole pixels, and the image point that is drawn under the cursor
  /// is the one to keep. An axis on which snapping shows something else than the
  /// target keeps its target while the cursor stays about where it was, so that the way back is
  /// the same; once it has gone elsewhere, it points at something, and that shall stay.
  func adopted(_ current: Kinematics, at anchor: Point) -> Kinematics {
    var start = current
    let home = steps?.home
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

  /// A placement moved by the fraction of a pixel that keeps its anchor once its size is whole.
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

  /// Starts, or turns round, a zoom motion; what is shown at this moment stays as it is.
  mutating func move(
    to destination: Placement, about anchor: Point, from start: Kinematics, rate: Double,
    isImmediate: Bool, now: Double
  ) {
    judge = nil
    target = destination
    guard preferences.isAnimated else {
      motion = .rest
      return
    }
    let goal = log(destination.scale)
    let zoom =
      isImmediate
      ? CriticallyDampedSpring(restingAt: goal)
      : CriticallyDampedSpring(
        from: log(start.scale), velocity: start.zoomVelocity, to: goal, rate: rate, at: now)

    // Where the new anchor would have the picture now, and how fast it would move it.
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
    motion = .zoom(
      ZoomMotion(
        target: destination, anchor: anchor, zoom: zoom,
        residualX: spring(residual.x, residualVelocity.x, to: 0),
        residualY: spring(residual.y, residualVelocity.y, to: 0),
        offsetX: spring(offset.x, start.offsetVelocity.x, to: offsetEnd.x),
        offsetY: spring(offset.y, start.offsetVelocity.y, to: offsetEnd.y),
        scales: min(limits.minimum, start.scale)...max(limits.maximum, start.scale),
        zoomTolerance: ZoomMotion.tolerance / Double(max(1, surface.width, surface.height))))
    finish(at: now)
  }

  /// Moves to a placement that is given, not anchored: along the straight way of a pure zoom.
  mutating func move(to destination: Placement, isAnimated: Bool, now: Double) {
    steps = nil
    kept = nil
    var start = kinematics(at: now)
    let snapped = base.placed(Placement(scale: start.scale, origin: start.origin)).snapped()
    if snapped.origin != start.origin {
      start.origin = snapped.origin
      start.originVelocity = .zero
    }
    target = destination
    guard isAnimated else {
      motion = .rest
      judge = nil
      return
    }
    // The device point that the zoom leaves where it is; far away where the scales are alike, and
    // there a plain fade of the distance does.
    let difference = start.scale - destination.scale
    var anchor = base.surfaceCenter
    if abs(log(start.scale / destination.scale)) > 0.05 {
      anchor =
        (destination.origin * start.scale - start.origin * destination.scale) * (1 / difference)
    }
    move(
      to: destination, about: anchor, from: start, rate: Self.jumpRate, isImmediate: false, now: now
    )
  }
}

extension ZoomMotion {
  /// The same motion with the picture moved by a distance.
  func moved(by distance: Point) -> ZoomMotion {
    ZoomMotion(
      target: Placement(scale: target.scale, origin: target.origin + distance),
      anchor: anchor + distance, zoom: zoom, residualX: residualX, residualY: residualY,
      offsetX: offsetX, offsetY: offsetY, scales: scales, zoomTolerance: zoomTolerance)
  }
}

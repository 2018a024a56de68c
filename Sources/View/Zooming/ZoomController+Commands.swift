import Geometry
import Glibc

extension ZoomController {
  /// Zooms by a factor about a point, by default the view's centre, with the animation of a wheel
  /// step.
  public mutating func zoom(byFactor factor: Double, at position: Point? = nil, now: Double) {
    guard factor > 0, factor.isFinite else { return }
    finish(at: now)
    zoom(by: log(factor), at: position ?? base.surfaceCenter, isImmediate: false, now: now)
  }

  /// Fits the whole picture to the surface; enlarges it only if `enlargesToFit` is set.
  public mutating func zoomToFit(at now: Double) {
    finish(at: now)
    move(
      to: centeredPlacement(scale: limits.fit), fitting: .whole, isAnimated: preferences.isAnimated,
      now: now)
  }

  /// Fits the whole picture to the surface, enlarging it if it is smaller.
  public mutating func enlargeToFit(at now: Double) {
    finish(at: now)
    move(
      to: centeredPlacement(scale: limits.filling), fitting: .filling,
      isAnimated: preferences.isAnimated, now: now)
  }

  /// Zooms to 100 %, the scale `unit`; the image point at `position` (default: the centre) stays.
  public mutating func zoomToActualSize(at position: Point? = nil, now: Double) {
    finish(at: now)
    let anchor = position ?? base.surfaceCenter
    let start = adopted(kinematics(at: now), at: anchor)
    let destination = start.target.scaled(to: limits.cleaned(unit), about: anchor)
    move(
      to: destination, fitting: Fitting.none, about: anchor, from: start, rate: Self.jumpRate,
      isImmediate: false,
      now: now)
  }

  /// Shows an area of the picture, in its own pixels or units, as large as the view and the zoom
  /// limits allow.
  public mutating func fit(_ area: Rect, animated: Bool, now: Double) {
    guard !area.isEmpty, area.width.isFinite, area.height.isFinite else { return }
    let shown = orientation.applied(to: Extent(width: area.width, height: area.height))
    let scale = min(
      Double(surface.width) / shown.width, Double(surface.height) / shown.height)
    setScale(scale, centerImagePoint: area.center, animated: animated, now: now)
  }

  /// Goes to a scale, within the limits, with an image point at the centre of the view.
  ///
  /// Without a point, the current centre is kept.
  public mutating func setScale(
    _ scale: Double, centerImagePoint: Point? = nil, animated: Bool, now: Double
  ) {
    guard scale > 0, scale.isFinite else { return }
    finish(at: now)
    var view = destination
    let center = centerImagePoint ?? view.imagePoint(at: view.surfaceCenter)
    view.scale = limits.cleaned(scale)
    move(
      to: Placement(scale: view.scale, origin: view.centered(on: center).origin), fitting: .none,
      isAnimated: animated && preferences.isAnimated, now: now)
  }

  /// Pans the picture by a distance in device pixels, animated and limited by its edges; for keys.
  public mutating func pan(by distance: Point, now: Double) {
    endPinch(at: now)
    finish(at: now)
    if case .hold = motion { return }
    var goal = destination
    let before = goal.origin
    goal.origin = goal.origin + distance
    goal = goal.settled()
    if goal.origin == before { return }
    let destination = Placement(scale: goal.scale, origin: goal.origin)
    guard preferences.isAnimated else {
      become(.rest, to: destination, with: Traces(classifier: traces.classifier))
      return
    }
    if case .zoom(let zoom) = motion {
      let start = kinematics(at: now)
      move(
        to: destination, about: zoom.anchor, from: start, rate: Self.wheelRate, isImmediate: false,
        now: now)
      return
    }
    var origin = before
    var velocity = Point.zero
    var isWhole = true
    if case .pan(let pan) = motion {
      (origin, velocity, isWhole) = (pan.origin(at: now), pan.velocity(at: now), pan.isWhole)
    }
    let pan = PanMotion(
      x: AxisMotion(
        from: origin.x, velocity: velocity.x, to: goal.origin.x, rate: Self.keyPanRate, at: now),
      y: AxisMotion(
        from: origin.y, velocity: velocity.y, to: goal.origin.y, rate: Self.keyPanRate, at: now),
      scale: goal.scale, isWhole: isWhole)
    become(.pan(pan), to: destination, with: Traces(classifier: traces.classifier))
  }

  /// True if the view, at its destination, can pan in a direction.
  public func canPan(_ direction: PanDirection) -> Bool {
    let view = destination
    let ranges = view.settledRanges
    switch direction {
    case .left: return view.origin.x < ranges.x.upperBound
    case .right: return view.origin.x > ranges.x.lowerBound
    case .up: return view.origin.y < ranges.y.upperBound
    case .down: return view.origin.y > ranges.y.lowerBound
    }
  }

  /// True if the picture's whole width is visible; ← and → may then go to its neighbours.
  public var fitsHorizontally: Bool { destination.shownSize.x <= Double(surface.width) }

  /// True if the picture's whole height is visible.
  public var fitsVertically: Bool { destination.shownSize.y <= Double(surface.height) }
}

import Geometry

extension ZoomController {
  /// The view to draw at a moment.
  public func viewport(at now: Double) -> Viewport {
    switch motion {
    case .rest: return base.settled()
    case .zoom(let zoom):
      return zoom.isFinished(at: now) ? base.settled() : zoom.viewport(at: now, base: base)
    case .hold(let hold):
      return panned(to: hold.origin(at: now), scale: hold.scale, isWhole: hold.isWhole)
    case .pan(let pan):
      if pan.isFinished(at: now) { return base.placed(pan.target).settled() }
      return panned(to: pan.origin(at: now), scale: pan.scale, isWhole: pan.isWhole)
    case .pinch(let pinch): return base.placed(pinch.shown)
    }
  }

  /// The settled view at the end of the motion.
  ///
  /// During a drag or a pinch it is where the picture would rest if released now.
  public var destination: Viewport {
    switch motion {
    case .rest, .zoom: base.settled()
    case .hold(let hold): base.placed(hold.target).settled()
    case .pan(let pan): base.placed(pan.target).settled()
    case .pinch(let pinch): base.placed(aligned(pinch.target, about: pinch.focus)).settled()
    }
  }

  /// True if a later frame would differ without further input.
  public func isMoving(at now: Double) -> Bool {
    switch motion {
    case .rest, .pinch: false
    case .zoom(let zoom): !zoom.isFinished(at: now)
    case .hold(let hold): hold.isMoving(at: now)
    case .pan(let pan): !pan.isFinished(at: now)
    }
  }

  // MARK: Scales

  /// The scale of the fit view, at most 100 % unless `enlargesToFit` is set.
  public var fitScale: Double { limits.fit }
  /// The smallest scale.
  public var minimumScale: Double { limits.minimum }
  /// The largest scale.
  public var maximumScale: Double { limits.maximum }
  /// True if the view shows, or is moving to, the fit view.
  public var isFit: Bool { fitting == .whole || destination.isFit }

  // MARK: Parts

  /// The scales that are allowed now.
  var limits: ZoomLimits {
    ZoomLimits(
      surface: surface, shownPicture: orientation.applied(to: picture), range: scaleRange,
      unit: unit, enlargesToFit: enlargesToFit)
  }

  /// The unsnapped view at rest or at the end of a zoom.
  var base: Viewport {
    var view = Viewport(
      surface: surface, picture: picture, orientation: orientation, scale: target.scale,
      origin: target.origin, isSettled: false)
    view.edges = preferences.edgePolicy
    view.unit = unit
    view.enlargesToFit = enlargesToFit
    return view
  }

  /// The unsnapped placement that centres the picture.
  func centeredPlacement(scale: Double) -> Placement {
    var view = base
    view.scale = scale
    return Placement(scale: scale, origin: view.centered(on: picture.center).origin)
  }

  private func panned(to origin: Point, scale: Double, isWhole: Bool) -> Viewport {
    var view = base.placed(Placement(scale: scale, origin: origin))
    guard isWhole else { return view }
    view.isSettled = true
    view.origin = Point(x: origin.x.rounded(), y: origin.y.rounded())
    return view
  }
}

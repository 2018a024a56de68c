import Geometry
import Gestures

/// Turns gestures into views: what is seen of a picture, at rest and on its way.
///
/// A value without a clock: every call is given the moment, in seconds of any clock that only
/// rises. Between calls `viewport(at:)` says what to draw at any moment, as a function of time
/// alone, so that frames may come as they like. Positions are device pixels of the surface.
public struct ZoomController: Sendable {
  /// What the scale follows when the surface or the orientation changes.
  enum Fitting: Hashable, Sendable {
    /// Nothing: it stays as it is.
    case none
    /// The whole picture, never enlarged.
    case whole
    /// The whole picture, enlarged where it is small.
    case filling
  }

  /// What moves.
  enum Motion: Hashable, Sendable {
    case rest
    case zoom(ZoomMotion)
    case hold(PanHold)
    case pan(PanMotion)
    case pinch(PinchHold)
  }

  /// What the user has set.
  public var preferences: ZoomPreferences
  /// The size of what is drawn on, in device pixels.
  public internal(set) var surface: PixelSize
  /// The picture's upright size in image pixels, or in a drawing's units.
  public internal(set) var picture: Extent
  /// The scales that are allowed, where they are not the usual ones: from fit to 64, or to filling
  /// the view.
  public var scaleRange: ClosedRange<Double>?
  /// The scale that counts as 100 %: device pixels per unit of a display with a content scale.
  public internal(set) var unit: Double
  /// Whether the whole picture is shown as large as the surface allows, beyond 100 % too.
  public let enlargesToFit: Bool
  /// How the user has turned and mirrored the picture.
  public internal(set) var orientation: Orientation

  /// Where a zoom ends, or the view rests, before snapping; a pan has its own.
  var target: Placement
  var motion = Motion.rest
  var fitting = Fitting.whole
  /// The steps of the wheel at one place, to be taken back exactly.
  var steps: ZoomSteps?
  /// What a row of resizes and turns keeps in the centre.
  var kept: KeptCenter?
  /// Where the pan that is under way leads.
  var judge: PanJudge?
  /// How far the point between pinching fingers has moved since they began.
  var pinchDelta = Point.zero

  /// ω of a wheel's zoom, per second: 99 % in 150 ms.
  static let wheelRate = CriticallyDampedSpring.rateTimesSettlingTime / 0.15
  /// ω of a zoom to a target, per second: 99 % in 250 ms.
  static let jumpRate = CriticallyDampedSpring.rateTimesSettlingTime / 0.25
  /// ω of a pan by a key, per second: a key that repeats moves evenly.
  static let keyPanRate = 30.0

  /// A controller of a picture on a surface, which shows the whole picture, at rest.
  public init(
    surface: PixelSize, picture: Extent, preferences: ZoomPreferences = ZoomPreferences(),
    scaleRange: ClosedRange<Double>? = nil, unit: Double = 1, enlargesToFit: Bool = false
  ) {
    self.surface = surface
    self.picture = picture
    self.scaleRange = scaleRange
    self.unit = unit
    self.enlargesToFit = enlargesToFit
    self.preferences = preferences
    orientation = .identity
    target = Placement(scale: unit, origin: .zero)
    target = centeredPlacement(scale: limits.fit)
  }

  /// A controller of a raster, whose size is one of whole pixels.
  public init(
    surface: PixelSize, picture: PixelSize, preferences: ZoomPreferences = ZoomPreferences()
  ) {
    self.init(surface: surface, picture: Extent(picture), preferences: preferences)
  }

  // MARK: What is seen

  /// What to draw at a moment.
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

  /// Where the motion will end: a settled view.
  ///
  /// Under a finger it is where the picture would rest if it were put down now.
  public var destination: Viewport {
    switch motion {
    case .rest, .zoom: base.settled()
    case .hold(let hold): base.placed(hold.target).settled()
    case .pan(let pan): base.placed(pan.target).settled()
    case .pinch(let pinch): base.placed(aligned(pinch.target, about: pinch.focus)).settled()
    }
  }

  /// Whether a frame drawn later would differ although nothing happens in between.
  public func isMoving(at now: Double) -> Bool {
    switch motion {
    case .rest, .pinch: false
    case .zoom(let zoom): !zoom.isFinished(at: now)
    case .hold(let hold): hold.isMoving(at: now)
    case .pan(let pan): !pan.isFinished(at: now)
    }
  }

  // MARK: Scales

  /// The scale at which the whole picture is seen, never enlarged.
  public var fitScale: Double { limits.fit }
  /// The smallest scale.
  public var minimumScale: Double { limits.minimum }
  /// The largest scale.
  public var maximumScale: Double { limits.maximum }
  /// Whether the view shows, or is on its way to show, the whole picture, not enlarged.
  public var isFit: Bool { fitting == .whole || destination.isFit }

  // MARK: Parts

  /// The scales that are allowed now.
  var limits: ZoomLimits {
    ZoomLimits(
      surface: surface, shownPicture: orientation.applied(to: picture), range: scaleRange,
      unit: unit, enlargesToFit: enlargesToFit)
  }

  /// The unsnapped view that a zoom ends at, or that rests.
  var base: Viewport {
    var view = Viewport(
      surface: surface, picture: picture, orientation: orientation, scale: target.scale,
      origin: target.origin, isSettled: false)
    view.edges = preferences.edgePolicy
    view.unit = unit
    view.enlargesToFit = enlargesToFit
    return view
  }

  /// The unsnapped placement with the picture's middle in the middle of the view.
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

extension ZoomController {
  /// Takes a step of fingers that pinch about a point which moves with them.
  mutating func pinch(
    _ phase: GesturePhase, scale: Double, at start: Point, movedBy delta: Point, now: Double
  ) {
    if phase == .began { pinchDelta = .zero }
    if delta.length.isFinite { pinchDelta = pinchDelta + delta }
    let isSound = scale > 0 && scale.isFinite
    switch phase {
    case .began where isSound: beginPinch(at: start, scale: scale, now: now)
    case .began: break
    case .changed, .ended, .cancelled:
      if case .pinch(var hold) = motion {
        // A scale that is none counts as no change.
        hold.move(to: scale, by: delta)
        motion = .pinch(hold)
      } else if phase == .changed, isSound {
        // A key has moved the picture away from between the fingers: they take it anew, where they
        // are by now.
        beginPinch(at: start + pinchDelta, scale: scale, now: now)
      }
      guard phase != .changed else { return }
      pinchDelta = .zero
      endPinch(at: now)
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

import Geometry

/// Turns gestures into viewports: the zoom and pan of one picture, at rest and in motion.
///
/// A value without a clock: every call takes the time, in seconds of any monotonic clock. Between
/// calls `viewport(at:)` is a function of time alone, so frames may come at any rate. Positions are
/// in device pixels of the surface.
public struct ZoomController: Sendable {
  /// What the scale does when the surface or the orientation changes.
  enum Fitting: Hashable, Sendable {
    /// Keeps its value.
    case none
    /// Fits the whole picture, enlarged only if `enlargesToFit` is set.
    case whole
    /// Fits the whole picture, enlarging it if it is small.
    case filling
  }

  /// The current motion.
  enum Motion: Hashable, Sendable {
    case rest
    case zoom(ZoomMotion)
    case hold(PanHold)
    case pan(PanMotion)
    case pinch(PinchHold)
  }

  /// The user's preferences.
  public var preferences: ZoomPreferences
  /// The surface's size in device pixels.
  public internal(set) var surface: PixelSize
  /// The picture's upright size in image pixels, or in a drawing's units.
  public internal(set) var picture: Extent
  /// The allowed scales; `nil` allows the default range, from fit to 64 or to filling the view.
  public var scaleRange: ClosedRange<Double>?
  /// The scale of 100 %: device pixels per unit of a display with a content scale.
  public internal(set) var unit: Double
  /// True if the fit view enlarges the picture beyond 100 % when the surface allows it.
  public let enlargesToFit: Bool
  /// The user's rotation and mirroring.
  public internal(set) var orientation: Orientation

  /// The unsnapped placement at rest or at the end of a zoom; a pan has its own target.
  var target: Placement
  private(set) var motion = Motion.rest
  var fitting = Fitting.whole
  /// The wheel steps at the current anchor, so that steps back are exact.
  var steps: ZoomSteps?
  /// The centre that a series of resizes and turns preserves.
  var kept: KeptCenter?
  /// Judges the pan in progress.
  var judge: PanJudge?
  /// How far the point between pinching fingers has moved since the pinch began.
  var pinchDelta = Point.zero

  /// ω of a wheel zoom, per second: 99 % in 150 ms.
  static let wheelRate = CriticallyDampedSpring.rateTimesSettlingTime / 0.15
  /// ω of a zoom to a target, per second: 99 % in 250 ms.
  static let jumpRate = CriticallyDampedSpring.rateTimesSettlingTime / 0.25
  /// ω of a pan by a key, per second, such that a repeating key pans evenly.
  static let keyPanRate = 30.0

  /// Creates a controller at rest that shows the whole picture.
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

  /// Creates a controller of a raster, whose size is in whole pixels.
  public init(
    surface: PixelSize, picture: PixelSize, preferences: ZoomPreferences = ZoomPreferences()
  ) {
    self.init(surface: surface, picture: Extent(picture), preferences: preferences)
  }

  // MARK: Motion

  /// The state that survives a change of motion.
  struct Traces: OptionSet, Sendable {
    let rawValue: UInt8
    /// The steps of the wheel, which continue at the same point.
    static let steps = Traces(rawValue: 1)
    /// The point that stays in the centre.
    static let center = Traces(rawValue: 2)
    /// The judgement of the current pan.
    static let judge = Traces(rawValue: 4)
    /// Everything: the motion continues, or has ended.
    static let all: Traces = [.steps, .center, .judge]
  }

  /// Changes the motion, and clears what belongs to the previous one; `target` is its destination.
  mutating func become(_ next: Motion, to target: Placement? = nil, keeping traces: Traces = []) {
    motion = next
    if let target { self.target = target }
    if !traces.contains(.steps) { steps = nil }
    if !traces.contains(.center) { kept = nil }
    if !traces.contains(.judge) { judge = nil }
  }

  /// Forgets a motion that has ended: the view rests at its end, exactly.
  mutating func finish(at now: Double) {
    switch motion {
    case .zoom(let zoom) where zoom.isFinished(at: now): become(.rest, keeping: .all)
    case .pan(let pan) where pan.isFinished(at: now):
      become(.rest, to: pan.target, keeping: .all)
    default: break
    }
  }

  // MARK: Current view

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

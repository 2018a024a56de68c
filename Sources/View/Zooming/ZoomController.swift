import Geometry
import Gestures

/// Turns gestures into viewports: the zoom and pan of one picture, at rest and in motion.
///
/// A value without a clock: every call takes the time, in seconds of any monotonic clock. Between
/// calls `viewport(at:)` is a function of time alone, so frames may come at any rate. Positions are
/// in device pixels of the surface.
public struct ZoomController: Sendable {
  /// The behaviour of the scale when the surface or the orientation changes.
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
    case hold(ActivePan)
    case pan(PanMotion)
    case pinch(ActivePinch)
  }

  /// The user's preferences.
  public var preferences: ZoomPreferences
  /// The surface's size in device pixels.
  public private(set) var surface: PixelSize
  /// The picture's upright size in image pixels, or in a drawing's units.
  public private(set) var picture: Extent
  /// The allowed scales; `nil` allows the default range, from fit to 64 or to filling the view.
  public var scaleRange: ClosedRange<Double>?
  /// The scale of 100 %: device pixels per unit of a display with a content scale.
  public private(set) var unit: Double
  /// True if the fit view enlarges the picture beyond 100 % when the surface allows it.
  public let enlargesToFit: Bool
  /// The user's rotation and mirroring.
  public private(set) var orientation: Orientation

  /// The unsnapped placement at rest or at the end of a zoom; a pan has its own target.
  private(set) var target: Placement
  private(set) var motion = Motion.rest
  private(set) var fitting = Fitting.whole
  private(set) var traces = Traces()
  /// The movement of the point between pinching fingers since the pinch began.
  private(set) var pinchDelta = Point.zero

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

  /// The history of input that later input depends on.
  struct Traces: Hashable, Sendable {
    /// The wheel steps at the current anchor, so that steps back are exact.
    var steps: ZoomSteps?
    /// The centre that a series of resizes and turns preserves.
    var center: KeptCenter?
    /// Judges the pan in progress.
    var classifier: PanClassifier?

    /// The same traces with another judge.
    func judged(by classifier: PanClassifier?) -> Traces {
      Traces(steps: steps, center: center, classifier: classifier)
    }
  }

  /// Changes the motion, and clears what belongs to the previous one except `traces`; `target` is
  /// its destination.
  mutating func become(
    _ next: Motion, to target: Placement? = nil, fitting: Fitting? = nil,
    with traces: Traces = Traces()
  ) {
    motion = next
    self.traces = traces
    if let target { self.target = target }
    if let fitting { self.fitting = fitting }
  }

  /// Forgets a motion that has ended: the view rests at its end, exactly.
  mutating func finish(at now: Double) {
    switch motion {
    case .zoom(let zoom) where zoom.isFinished(at: now): become(.rest, with: traces)
    case .pan(let pan) where pan.isFinished(at: now):
      become(.rest, to: pan.target, with: traces)
    default: break
    }
  }

  /// Follows the point between the fingers of a pinch.
  mutating func followPinch(_ phase: GesturePhase, by delta: Point) {
    guard phase == .began || phase == .changed else { return pinchDelta = .zero }
    if phase == .began { pinchDelta = .zero }
    if delta.length.isFinite { pinchDelta = pinchDelta + delta }
  }

  // MARK: Placing

  /// Turns the picture clockwise by quarter turns, without animation.
  ///
  /// The image point at the centre stays there; a fitted view stays fitted.
  public mutating func turn(quarterTurns: Int) {
    reorient(by: Orientation(quarterTurns: quarterTurns))
  }

  /// Mirrors the shown picture left to right, without animation; the image point at the centre
  /// stays.
  public mutating func mirror() {
    reorient(by: Orientation(isMirrored: true))
  }

  /// Changes the surface's size, without animation.
  ///
  /// The image point at the centre stays there, also through a series of resizes: leaving full
  /// screen restores the previous view. A fitted view stays fitted.
  public mutating func resize(to surface: PixelSize) {
    if surface == self.surface { return }
    keepCenter { $0.surface = surface }
  }

  /// Changes the picture's extent; the view keeps its centre as far as it can.
  public mutating func setPicture(_ extent: Extent) {
    if extent == picture { return }
    keepCenter { $0.picture = extent }
  }

  /// Changes how many device pixels are 100 %; the view keeps its centre.
  public mutating func setUnit(_ unit: Double) {
    guard unit > 0, unit.isFinite, unit != self.unit else { return }
    let factor = unit / self.unit
    keepCenter {
      $0.unit = unit
    } scaledBy: {
      $0 * factor
    }
  }

  /// Shows this picture as another one was shown, so that a step in an album keeps the position.
  ///
  /// A picture of the same size shows the same pixels in the same orientation. Any other shows the
  /// same relative centre at the same ratio to its fit scale. If the other view was fitted, this
  /// one is, too.
  public mutating func place(like other: ZoomController) {
    become(.rest)
    orientation = picture == other.picture ? other.orientation : .identity
    fitting = other.fitting
    let seen = other.destination
    guard !other.isFit, fitting == .none else {
      if fitting == .none { fitting = .whole }
      target = centeredPlacement(scale: fitting == .filling ? limits.filling : limits.fit)
      return
    }
    if picture == other.picture && surface == other.surface {
      target = Placement(scale: seen.scale, origin: seen.origin)
      return
    }
    var center = seen.imagePoint(at: seen.surfaceCenter)
    var scale = seen.scale
    if picture != other.picture {
      // Along the axes as shown: the other picture may be turned while this one is not.
      let size = seen.shownPicture
      let shown = seen.orientation.apply(
        center, width: other.picture.width, height: other.picture.height)
      center = Point(
        x: size.width > 0 ? shown.x / size.width * picture.width : 0,
        y: size.height > 0 ? shown.y / size.height * picture.height : 0)
      scale = seen.scale / other.fitScale * fitScale
    }
    show(center, scale: limits.cleaned(scale))
  }

  /// Shows this picture as an earlier version of it was shown: turned like it, at the same relative
  /// centre, and fitted or else at the same scale.
  public mutating func place(asNewVersionOf other: ZoomController) {
    guard picture != other.picture, !other.isFit, other.fitting == .none else {
      place(like: other)
      return reorient(to: other.orientation)
    }
    become(.rest, fitting: Fitting.none)
    orientation = other.orientation
    let seen = other.destination
    let center = seen.imagePoint(at: seen.surfaceCenter)
    let (width, height) = (other.picture.width, other.picture.height)
    show(
      Point(
        x: width > 0 ? center.x / width * picture.width : 0,
        y: height > 0 ? center.y / height * picture.height : 0), scale: limits.cleaned(seen.scale))
  }

  private mutating func reorient(to orientation: Orientation) {
    if self.orientation != orientation { keepCenter { $0.orientation = orientation } }
  }

  private mutating func reorient(by change: Orientation) {
    keepCenter { $0.orientation = $0.orientation.followed(by: change) }
  }

  /// Changes the surface, the picture or the orientation; the view rests afterwards.
  private mutating func keepCenter(
    _ change: (inout ZoomController) -> Void, scaledBy factor: (Double) -> Double = { $0 }
  ) {
    let view = destination
    let center =
      traces.center
      ?? KeptCenter(point: view.imagePoint(at: view.surfaceCenter), scale: view.scale)
    become(.rest, with: Traces(center: center))
    change(&self)
    let scale =
      switch fitting {
      case .none: limits.cleaned(factor(center.scale))
      case .whole: limits.fit
      case .filling: limits.filling
      }
    show(center.point, scale: scale)
  }

  /// Rests with an image point at the centre.
  private mutating func show(_ center: Point, scale: Double) {
    var view = base
    view.scale = scale
    view.isSettled = true
    target = Placement(scale: scale, origin: view.centered(on: center).origin)
  }
}

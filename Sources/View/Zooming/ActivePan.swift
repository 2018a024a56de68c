import Geometry

/// A picture dragged by a finger: it follows one to one, and elastically past its edges.
struct ActivePan: Hashable, Sendable {
  /// One axis of the drag.
  struct Axis: Hashable, Sendable {
    /// The origins at which the picture may rest; a single one if the picture fits.
    let range: ClosedRange<Double>
    /// The elasticity outside the range.
    var edge: ElasticEdge
    /// The origin that the finger asks for, without limits.
    private var dragged: Double
    /// Offset from the nominal position at the catch; decays to zero, so that a touch never makes
    /// the picture jump.
    private var offset: CriticallyDampedSpring

    /// Catches a picture that is shown at an origin.
    init(
      caughtAt shown: Double, range: ClosedRange<Double>, edge: ElasticEdge, at now: Double
    ) {
      self.range = range
      self.edge = edge
      let side = min(range.upperBound, max(range.lowerBound, shown))
      dragged = side + edge.excess(caughtAt: shown - side)
      offset = CriticallyDampedSpring(restingAt: 0)
      let distance = shown - lawful
      if distance != 0 {
        offset = CriticallyDampedSpring(
          from: distance, to: 0, rate: AxisMotion.returnRate, at: now)
      }
    }

    /// True if the picture fits on this axis; dragging does not move it then.
    var fits: Bool { range.lowerBound == range.upperBound }

    mutating func move(by distance: Double) { dragged += distance }

    /// The origin that is shown.
    func position(at now: Double) -> Double { lawful + offset.position(at: now) }

    /// The nominal origin, once the offset at the catch has decayed.
    var resting: Double { lawful }

    /// Returns the picture's velocity for a finger's velocity.
    func velocity(finger: Double) -> Double {
      fits ? 0 : range.contains(dragged) ? finger : finger * edge.slope(dragged - nearest)
    }

    /// True if moving the finger by `delta` would take it past an end of the range.
    func isPast(upwards: Bool, adding delta: Double) -> Bool {
      !fits && (upwards ? dragged + delta > range.upperBound : dragged + delta < range.lowerBound)
    }

    /// Changes the elasticity outside the range.
    ///
    /// Hardening the edge hides the current overscroll, by fading it out if `fades` is set and at
    /// once if not (when another view shows it). Softening the edge shows the overscroll at once.
    mutating func change(_ edge: ElasticEdge, fades: Bool, at now: Double) {
      guard edge != self.edge else { return }
      let excess = dragged - nearest
      let isClosing = edge.limit(excess) == 0 && self.edge.limit(excess) > 0 && excess != 0
      let shown = position(at: now)
      self.edge = edge
      guard isClosing else { return }
      offset =
        fades && shown != lawful
        ? CriticallyDampedSpring(
          from: shown - lawful, to: 0, rate: AxisMotion.returnRate, at: now)
        : CriticallyDampedSpring(restingAt: 0)
    }

    /// True while the picture moves under a resting finger.
    func isMoving(at now: Double) -> Bool { !offset.isAtRest(at: now, tolerance: 0.01) }

    private var nearest: Double { min(range.upperBound, max(range.lowerBound, dragged)) }
    private var lawful: Double { fits ? range.lowerBound : nearest + edge.shown(dragged - nearest) }
  }

  /// The horizontal axis.
  var x: Axis
  /// The vertical axis.
  var y: Axis
  /// Device pixels per image pixel.
  let scale: Double
  /// True if the picture is drawn on whole device pixels, as sharp as at rest.
  let isWhole: Bool

  /// The picture's top left corner in device pixels, not rounded.
  func origin(at now: Double) -> Point {
    Point(x: x.position(at: now), y: y.position(at: now))
  }

  /// Where the picture would rest if released now, before its edges are snapped.
  var target: Placement {
    Placement(scale: scale, origin: Point(x: x.resting, y: y.resting))
  }

  /// True if the whole picture is visible along a direction's axis.
  func fits(_ direction: PanDirection) -> Bool { direction.isSideways ? x.fits : y.fits }

  /// True if moving the finger by `delta` would take it past the edge in a direction.
  func isPast(_ direction: PanDirection, adding delta: Point) -> Bool {
    switch direction {
    case .left: x.isPast(upwards: true, adding: delta.x)
    case .right: x.isPast(upwards: false, adding: delta.x)
    case .up: y.isPast(upwards: true, adding: delta.y)
    case .down: y.isPast(upwards: false, adding: delta.y)
    }
  }

  /// True while the picture moves under a resting finger.
  func isMoving(at now: Double) -> Bool { x.isMoving(at: now) || y.isMoving(at: now) }
}

import Geometry

/// A picture under a finger: it follows one to one, and elastically past its edges.
struct PanHold: Hashable, Sendable {
  /// One axis of it.
  struct Axis: Hashable, Sendable {
    /// Where the origin may rest; a single place where the picture fits.
    let range: ClosedRange<Double>
    /// The law past the range.
    var edge: ElasticEdge
    /// Where the finger has dragged the origin to, without any limit.
    private var dragged: Double
    /// What the picture was shown away from where the law puts it when it was touched.
    ///
    /// It fades, so that a touch never makes the picture jump.
    private var offset: CriticallyDampedSpring

    /// A picture that is touched while it is shown at a place.
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

    /// Whether the picture fits: then no drag moves it.
    var fits: Bool { range.lowerBound == range.upperBound }

    /// The finger moves by a distance.
    mutating func move(by distance: Double) { dragged += distance }

    /// Where the picture is shown.
    func position(at now: Double) -> Double { lawful + offset.position(at: now) }

    /// Where the law puts the picture, once what a touch left over has faded.
    var resting: Double { lawful }

    /// How fast the picture is shown to move when the finger has a velocity.
    func velocity(finger: Double) -> Double {
      fits ? 0 : range.contains(dragged) ? finger : finger * edge.slope(dragged - nearest)
    }

    /// Whether the finger would be past an end of the range, moved on by a delta.
    func isPast(upwards: Bool, adding delta: Double) -> Bool {
      !fits && (upwards ? dragged + delta > range.upperBound : dragged + delta < range.lowerBound)
    }

    /// Takes another law over past the range.
    ///
    /// What a limit that becomes hard leaves is shown no more; it fades, or is gone at once where
    /// somebody else shows it. What a limit that becomes soft lets through is there at once.
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

    /// Whether the picture moves by itself under a still finger.
    func isMoving(at now: Double) -> Bool { !offset.isAtRest(at: now, tolerance: 0.01) }

    private var nearest: Double { min(range.upperBound, max(range.lowerBound, dragged)) }
    private var lawful: Double { fits ? range.lowerBound : nearest + edge.shown(dragged - nearest) }
  }

  /// Along the rows.
  var x: Axis
  /// Along the columns.
  var y: Axis
  /// Device pixels per image pixel.
  let scale: Double
  /// Whether it is shown on whole device pixels only, as sharp as at rest.
  let isWhole: Bool

  /// Where the picture's corner is, not rounded.
  func origin(at now: Double) -> Point {
    Point(x: x.position(at: now), y: y.position(at: now))
  }

  /// Where it would be put down, but for the snapping of its edges.
  var target: Placement {
    Placement(scale: scale, origin: Point(x: x.resting, y: y.resting))
  }

  /// Whether the whole picture is seen along a direction.
  func fits(_ direction: PanDirection) -> Bool { direction.isSideways ? x.fits : y.fits }

  /// Whether the finger would be past an edge, moved on by a delta.
  func isPast(_ direction: PanDirection, adding delta: Point) -> Bool {
    switch direction {
    case .left: x.isPast(upwards: true, adding: delta.x)
    case .right: x.isPast(upwards: false, adding: delta.x)
    case .up: y.isPast(upwards: true, adding: delta.y)
    case .down: y.isPast(upwards: false, adding: delta.y)
    }
  }

  /// Whether the picture moves by itself under a still finger.
  func isMoving(at now: Double) -> Bool { x.isMoving(at: now) || y.isMoving(at: now) }
}

/// The way from one picture of an album to its neighbour, under a finger or by itself.
///
/// Like every motion here it is a function of the time that is passed in. The pictures stand side
/// by side, a gap between them: the current one is shown `offset` device pixels from its own place,
/// the one before it a page further left and the one after it a page further right.
package struct AlbumSlide: Hashable, Sendable {
  /// A neighbour of the current picture.
  package enum Page: Int, Hashable, Sendable {
    /// The picture before it, which comes from the left.
    case previous = -1
    /// The picture after it, which comes from the right.
    case next = 1
  }

  /// What there is to slide to.
  package struct Neighbours: Hashable, Sendable {
    /// Whether there is a picture before the current one.
    package var hasPrevious: Bool
    /// Whether there is one after it.
    package var hasNext: Bool

    /// The neighbours of a picture.
    package init(hasPrevious: Bool, hasNext: Bool) {
      self.hasPrevious = hasPrevious
      self.hasNext = hasNext
    }

    func has(_ page: Page) -> Bool { page == .previous ? hasPrevious : hasNext }
  }

  private enum Phase: Hashable, Sendable {
    /// The fingers have dragged the picture so far, without any limit.
    case held(Double)
    /// It goes to a place by itself.
    case released(CriticallyDampedSpring)
  }

  /// The device pixels from one picture to the next.
  package let page: Double
  /// What there is to slide to; it may change while a folder is read.
  ///
  /// A neighbour that is found while fingers pull at the album's end does not move the picture:
  /// from where it is shown it follows them one to one.
  package var neighbours: Neighbours {
    didSet {
      guard case .held(let dragged) = phase, neighbours != oldValue else { return }
      phase = .held(self.dragged(showing: shown(dragged, oldValue)))
    }
  }
  /// Where the picture will be shown next, once it is there: fingers have let it go so.
  package private(set) var awaited: Page?
  private let edge: ElasticEdge
  /// Where fingers may go at all: a picture that is larger than the view pans on the other side.
  private var sides: ClosedRange<Double> = -Double.infinity...Double.infinity
  private var phase = Phase.held(0)
  /// What the picture was shown away from where the law puts it when it was caught; it fades.
  private var rest = CriticallyDampedSpring(restingAt: 0)

  /// ω of the spring to a page, per second: damping ratio 1, mass 0.5 and stiffness 500, √(500 /
  /// 0.5).
  static let rate = 1000.0.squareRoot()
  /// A picture let go faster than this, in device pixels per second, goes on whatever the distance.
  static let flick = 300.0
  /// The gap between two pictures, as a part of the view's width.
  package static let gapShare = 0.025

  /// A slide that begins at the current picture's own place, held.
  ///
  /// `width` is the view's, in device pixels; `elasticLimit` is how far the album's ends give way,
  /// as a part of it.
  package init(width: Int, neighbours: Neighbours, elasticLimit: Double) {
    page = (Double(width) * (1 + Self.gapShare)).rounded()
    self.neighbours = neighbours
    edge = ElasticEdge(limit: max(0, elasticLimit) * Double(width))
  }

  /// A slide that takes a pan over which a picture has given away.
  package init(
    _ offered: OfferedPan, width: Int, neighbours: Neighbours, elasticLimit: Double
  ) {
    self.init(width: width, neighbours: neighbours, elasticLimit: elasticLimit)
    if !offered.fits {
      sides = offered.direction == .left ? 0...Double.infinity : -Double.infinity...0
    }
    phase = .held(offered.distance)
  }

  // MARK: What is seen

  /// How far from its own place the current picture is shown; rightwards is positive.
  package func offset(at now: Double) -> Double {
    switch phase {
    case .held(let dragged): shown(dragged) + rest.position(at: now)
    case .released(let spring):
      spring.isAtRest(at: now, tolerance: Self.tolerance)
        ? spring.target : spring.position(at: now)
    }
  }

  /// The neighbour that is seen beside the current picture, and where.
  package func beside(at now: Double) -> (page: Page, offset: Double)? {
    let offset = offset(at: now)
    guard offset != 0 else { return nil }
    let side = offset > 0 ? Page.previous : .next
    guard neighbours.has(side) else { return nil }
    return (side, offset + Double(side.rawValue) * page)
  }

  /// Whether fingers hold it.
  package var isHeld: Bool { if case .held = phase { true } else { false } }

  /// Whether a frame drawn later would differ although nothing happens in between.
  package func isMoving(at now: Double) -> Bool {
    switch phase {
    case .held: !rest.isAtRest(at: now, tolerance: Self.tolerance)
    case .released(let spring): !spring.isAtRest(at: now, tolerance: Self.tolerance)
    }
  }

  /// Whether it is over: the current picture rests at its own place.
  package func isFinished(at now: Double) -> Bool {
    guard case .released(let spring) = phase else { return false }
    return awaited == nil && spring.target == 0 && !isMoving(at: now)
  }

  private static let tolerance = 0.25

  // MARK: What fingers do

  /// Fingers move it by a distance.
  package mutating func move(by distance: Double) {
    guard case .held(let dragged) = phase, distance.isFinite else { return }
    phase = .held(dragged + distance)
  }

  /// Fingers catch it where it is shown.
  package mutating func hold(at now: Double) {
    guard case .released = phase else { return }
    let offset = offset(at: now)
    sides = -Double.infinity...Double.infinity
    let dragged = dragged(showing: offset)
    phase = .held(dragged)
    rest = CriticallyDampedSpring(
      from: offset - shown(dragged), to: 0, rate: Self.rate, at: now)
  }

  /// How far fingers have dragged what is shown at an offset.
  private func dragged(showing offset: Double) -> Double {
    isBeyondTheEnds(offset) ? edge.excess(caughtAt: offset) : offset
  }

  /// Fingers let it go with a velocity; the picture that it goes to.
  ///
  /// A flick decides, else the nearer place. Whoever shows pictures says with `turn(to:)` when that
  /// picture has become the current one; until then it waits there.
  package mutating func release(velocity: Double, isAnimated: Bool, at now: Double) -> Page? {
    guard case .held(let dragged) = phase else { return awaited }
    let offset = offset(at: now)
    var speed = velocity.isFinite ? velocity : 0
    if isBeyondTheEnds(offset) { speed *= edge.slope(dragged) }
    var goal: Page?
    if offset != 0 {
      let side = offset > 0 ? Page.previous : .next
      let isOutwards = speed * offset > 0
      let goesOn = abs(speed) >= Self.flick ? isOutwards : abs(offset) > page / 2
      if goesOn, neighbours.has(side) { goal = side }
    }
    awaited = goal
    settle(at: -Double(goal?.rawValue ?? 0) * page, from: offset, velocity: speed, isAnimated, now)
    return goal
  }

  /// It goes back to the current picture.
  package mutating func cancel(isAnimated: Bool, at now: Double) {
    let offset = offset(at: now)
    awaited = nil
    settle(at: 0, from: offset, velocity: 0, isAnimated, now)
  }

  /// A neighbour has become the current picture: what is seen stays where it is.
  package mutating func turn(to page: Page, isAnimated: Bool, at now: Double) {
    let delta = Double(page.rawValue) * self.page
    let isHeld = isHeld
    let offset = offset(at: now) + delta
    let velocity = if case .released(let spring) = phase { spring.velocity(at: now) } else { 0.0 }
    awaited = nil
    switch page {
    case .previous: neighbours.hasNext = true
    case .next: neighbours.hasPrevious = true
    }
    if isHeld {
      phase = .held(offset)
      rest = CriticallyDampedSpring(restingAt: 0)
    } else {
      settle(at: 0, from: offset, velocity: velocity, isAnimated, now)
    }
  }

  private mutating func settle(
    at place: Double, from offset: Double, velocity: Double, _ isAnimated: Bool, _ now: Double
  ) {
    guard isAnimated else {
      phase = .released(CriticallyDampedSpring(restingAt: place))
      return
    }
    let delta = place - offset
    // Towards its place it comes to rest there without running past it: there is nothing to be seen
    // behind, and where it is there already it stays. Away from it, it never shows more than the
    // end gives way.
    let most =
      velocity * delta >= 0
      ? abs(delta) * Self.rate : max(0, edge.limit(offset) - abs(offset - place)) * Self.rate
    let speed = max(-most, min(velocity, most))
    phase = .released(
      CriticallyDampedSpring(from: offset, velocity: speed, to: place, rate: Self.rate, at: now))
  }

  private func isBeyondTheEnds(_ offset: Double, _ neighbours: Neighbours? = nil) -> Bool {
    let neighbours = neighbours ?? self.neighbours
    return offset > 0 && !neighbours.hasPrevious || offset < 0 && !neighbours.hasNext
  }

  private func shown(_ dragged: Double, _ neighbours: Neighbours? = nil) -> Double {
    var delta = max(sides.lowerBound, min(dragged, sides.upperBound))
    // While a neighbour is awaited nothing beyond this picture can be seen once it has come.
    if awaited == .next { delta = min(delta, 0) }
    if awaited == .previous { delta = max(delta, 0) }
    if isBeyondTheEnds(delta, neighbours) { return edge.shown(delta) }
    return max(-page, min(delta, page))
  }
}

/// A swipe between two pictures of an album: dragged by a finger, then settling by itself.
///
/// Like every motion here, it is a function of the time that is passed in. The pictures stand side
/// by side with a gap between them. The current one is drawn `offset` device pixels from its
/// nominal position, the previous one a page to its left and the next one a page to its right.
package struct AlbumTransition: Hashable, Sendable {
  /// A neighbour of the current picture.
  package enum Page: Int, Hashable, Sendable {
    /// The previous picture, which enters from the left.
    case previous = -1
    /// The next picture, which enters from the right.
    case next = 1
  }

  /// The existing neighbours.
  package struct Neighbours: Hashable, Sendable {
    /// True if there is a picture before the current one.
    package var hasPrevious: Bool
    /// True if there is a picture after the current one.
    package var hasNext: Bool

    /// Creates the neighbours of a picture.
    package init(hasPrevious: Bool, hasNext: Bool) {
      self.hasPrevious = hasPrevious
      self.hasNext = hasNext
    }

    func has(_ page: Page) -> Bool { page == .previous ? hasPrevious : hasNext }
  }

  private enum Phase: Hashable, Sendable {
    /// Dragged by fingers; the value is the unlimited drag distance in device pixels.
    case held(Double)
    /// Moving to a page by itself.
    case released(CriticallyDampedSpring)
  }

  /// The distance from one picture to the next, in device pixels.
  package let page: Double
  /// The existing neighbours; may change while a folder is being listed.
  ///
  /// If a neighbour is found during an overscroll, the picture does not jump: it follows the
  /// fingers one to one from where it is shown.
  package var neighbours: Neighbours {
    didSet {
      guard case .held(let dragged) = phase, neighbours != oldValue else { return }
      phase = .held(self.dragged(showing: shown(dragged, oldValue)))
    }
  }
  /// The page that the last release goes to, until `turn(to:)` reports that it is the current one.
  package private(set) var pending: Page?
  private let edge: ElasticEdge
  /// The range of drag distances; a picture larger than the view pans in the other direction
  /// itself.
  private var sides: ClosedRange<Double> = -Double.infinity...Double.infinity
  private var phase = Phase.held(0)
  /// Offset from the nominal position at the catch; decays to zero.
  private var rest = CriticallyDampedSpring(restingAt: 0)

  /// ω of the page spring, per second: √(stiffness / mass) = √(500 / 0.5), at damping ratio 1.
  static let rate = 1000.0.squareRoot()
  /// Release speed, in device pixels per second, above which a swipe turns the page at any
  /// distance.
  static let flick = 300.0
  /// The gap between two pictures, as a fraction of the view's width.
  package static let gapShare = 0.025

  /// Creates a held transition at the current picture's nominal position.
  ///
  /// `width` is the view's width in device pixels. `elasticLimit` is the maximum overscroll at the
  /// album's ends, as a fraction of that width.
  package init(width: Int, neighbours: Neighbours, elasticLimit: Double) {
    page = (Double(width) * (1 + Self.gapShare)).rounded()
    self.neighbours = neighbours
    edge = ElasticEdge(limit: max(0, elasticLimit) * Double(width))
  }

  /// Creates a transition that takes over a pan offered by the picture.
  package init(
    _ offered: OfferedPan, width: Int, neighbours: Neighbours, elasticLimit: Double
  ) {
    self.init(width: width, neighbours: neighbours, elasticLimit: elasticLimit)
    if !offered.fits {
      sides = offered.direction == .left ? 0...Double.infinity : -Double.infinity...0
    }
    phase = .held(offered.distance)
  }

  // MARK: Offsets

  /// The current picture's offset from its nominal position, in device pixels; positive is
  /// rightwards.
  package func offset(at now: Double) -> Double {
    switch phase {
    case .held(let dragged): shown(dragged) + rest.position(at: now)
    case .released(let spring):
      spring.isAtRest(at: now, tolerance: Self.tolerance)
        ? spring.target : spring.position(at: now)
    }
  }

  /// The neighbour that is visible beside the current picture, with its offset; `nil` if none is.
  package func beside(at now: Double) -> (page: Page, offset: Double)? {
    let offset = offset(at: now)
    guard offset != 0 else { return nil }
    let side = offset > 0 ? Page.previous : .next
    guard neighbours.has(side) else { return nil }
    return (side, offset + Double(side.rawValue) * page)
  }

  /// True while fingers hold the transition.
  package var isHeld: Bool { if case .held = phase { true } else { false } }

  /// True if a later frame would differ without further input.
  package func isMoving(at now: Double) -> Bool {
    switch phase {
    case .held: !rest.isAtRest(at: now, tolerance: Self.tolerance)
    case .released(let spring): !spring.isAtRest(at: now, tolerance: Self.tolerance)
    }
  }

  /// True once the current picture rests at its nominal position.
  package func isFinished(at now: Double) -> Bool {
    guard case .released(let spring) = phase else { return false }
    return pending == nil && spring.target == 0 && !isMoving(at: now)
  }

  private static let tolerance = 0.25

  // MARK: Dragging

  /// Drags the transition by a distance in device pixels.
  package mutating func move(by distance: Double) {
    guard case .held(let dragged) = phase, distance.isFinite else { return }
    phase = .held(dragged + distance)
  }

  /// Catches a moving slide where it is shown.
  package mutating func hold(at now: Double) {
    guard case .released = phase else { return }
    let offset = offset(at: now)
    sides = -Double.infinity...Double.infinity
    let dragged = dragged(showing: offset)
    phase = .held(dragged)
    rest = CriticallyDampedSpring(
      from: offset - shown(dragged), to: 0, rate: Self.rate, at: now)
  }

  /// Returns the drag distance that shows the picture at `offset`.
  private func dragged(showing offset: Double) -> Double {
    isBeyondTheEnds(offset) ? edge.excess(caughtAt: offset) : offset
  }

  /// Releases the transition with a velocity and returns the neighbour that it goes to, if any.
  ///
  /// A flick turns the page; a slower release goes to the nearest page. The transition waits at
  /// that page until `turn(to:)` reports that it has become the current picture.
  package mutating func release(velocity: Double, isAnimated: Bool, at now: Double) -> Page? {
    guard case .held(let dragged) = phase else { return pending }
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
    pending = goal
    settle(at: -Double(goal?.rawValue ?? 0) * page, from: offset, velocity: speed, isAnimated, now)
    return goal
  }

  /// Returns to the current picture.
  package mutating func cancel(isAnimated: Bool, at now: Double) {
    let offset = offset(at: now)
    pending = nil
    settle(at: 0, from: offset, velocity: 0, isAnimated, now)
  }

  /// Makes a neighbour the current picture, without moving what is on the screen.
  package mutating func turn(to page: Page, isAnimated: Bool, at now: Double) {
    let delta = Double(page.rawValue) * self.page
    let isHeld = isHeld
    let offset = offset(at: now) + delta
    let velocity = if case .released(let spring) = phase { spring.velocity(at: now) } else { 0.0 }
    pending = nil
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
    // Towards its target the transition must not overshoot, since nothing is drawn beyond that
    // page. Away from it, the overscroll must stay within the elastic limit.
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
    // While a page change is pending, don't uncover the current picture's other side: it would
    // be two pages away once the change is done.
    if pending == .next { delta = min(delta, 0) }
    if pending == .previous { delta = max(delta, 0) }
    if isBeyondTheEnds(delta, neighbours) { return edge.shown(delta) }
    return max(-page, min(delta, page))
  }
}

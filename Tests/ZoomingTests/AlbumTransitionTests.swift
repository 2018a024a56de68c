import Geometry
import Glibc
import TestSupport
import Testing

@testable import Zooming

@Suite("Sliding through an album")
struct AlbumTransitionTests {
  static let both = AlbumTransition.Neighbours(hasPrevious: true, hasNext: true)
  static let first = AlbumTransition.Neighbours(hasPrevious: false, hasNext: true)
  static let last = AlbumTransition.Neighbours(hasPrevious: true, hasNext: false)

  /// A transition held at a distance, in a view of 1000 pixels: a page is 1025 wide, and overscroll
  /// is limited to 200.
  private func held(
    _ distance: Double, _ neighbours: AlbumTransition.Neighbours = both, elasticLimit: Double = 0.2
  ) -> AlbumTransition {
    var transition = AlbumTransition(
      width: 1000, neighbours: neighbours, elasticLimit: elasticLimit)
    transition.move(by: distance)
    return transition
  }

  // MARK: Under the fingers

  @Test("It follows the fingers one to one, with the next picture a gap beside it")
  func oneToOne() {
    var transition = held(0)
    #expect(transition.isHeld && transition.offset(at: 1) == 0 && transition.beside(at: 1) == nil)
    transition.move(by: -30)
    #expect(transition.offset(at: 1) == -30)
    #expect(transition.beside(at: 1).map { $0 == (.next, 995) } == true)
    transition.move(by: 180.5)
    #expect(transition.offset(at: 1) == 150.5)
    #expect(transition.beside(at: 1).map { $0 == (.previous, -874.5) } == true)
    #expect(!transition.isMoving(at: 1) && !transition.isFinished(at: 1))
  }

  @Test("It never moves beyond the next picture")
  func oneByOne() {
    #expect(held(-3000).offset(at: 1) == -1025)
    #expect(held(-3000).beside(at: 1).map { $0 == (.next, 0) } == true)
    #expect(held(3000).offset(at: 1) == 1025)
  }

  @Test("At the album's ends it resists by L·tanh(x / L)", arguments: [1.0, 50, 200, 5000])
  func ends(distance: Double) {
    let law = 200 * tanh(distance / 200)
    #expect(held(distance, Self.first).offset(at: 1) == law)
    #expect(held(distance, Self.first).beside(at: 1) == nil)
    #expect(held(-distance, Self.last).offset(at: 1) == -law)
    #expect(held(-distance, Self.first).offset(at: 1) == -min(distance, 1025))
    #expect(held(distance, Self.first, elasticLimit: 0).offset(at: 1) == 0)
  }

  @Test("An offered pan continues from its position")
  func handedOver() {
    let pan = OfferedPan(direction: .right, distance: -23, velocity: -500, fits: true)
    var transition = AlbumTransition(pan, width: 1000, neighbours: Self.both, elasticLimit: 0.2)
    #expect(transition.isHeld && transition.offset(at: 1) == -23)
    transition.move(by: 60)
    #expect(transition.offset(at: 1) == 37)
  }

  @Test("From the edge of a zoomed picture it moves only one way")
  func oneWay() {
    let left = OfferedPan(direction: .left, distance: 23, velocity: 500, fits: false)
    var transition = AlbumTransition(left, width: 1000, neighbours: Self.both, elasticLimit: 0.2)
    transition.move(by: -60)
    #expect(transition.offset(at: 1) == 0 && transition.beside(at: 1) == nil)
    transition.move(by: 60)
    #expect(transition.offset(at: 1) == 23)
    let right = OfferedPan(direction: .right, distance: -23, velocity: -500, fits: false)
    transition = AlbumTransition(right, width: 1000, neighbours: Self.both, elasticLimit: 0.2)
    transition.move(by: 60)
    #expect(transition.offset(at: 1) == 0)
  }

  // MARK: Release

  @Test(
    "A flick decides the direction, otherwise the nearer picture wins",
    arguments: [
      (-100.0, -400.0, AlbumTransition.Page.next), (-100, -299, nil), (-100, 0, nil),
      (-512, 0, nil),
      (-513, 0, .next), (-513, 299, .next), (-900, 400, nil), (100, 400, .previous),
      (100, -400, nil), (600, 0, .previous), (600, -301, nil), (0, 0, nil), (-3000, 0, .next),
      (-100, Double.nan, nil),
    ] as [(Double, Double, AlbumTransition.Page?)])
  func decides(distance: Double, velocity: Double, page: AlbumTransition.Page?) {
    var transition = held(distance)
    #expect(transition.release(velocity: velocity, isAnimated: true, at: 1) == page)
    #expect(transition.pending == page && !transition.isHeld)
    let place = page.map { Double(-$0.rawValue) * 1025 } ?? 0
    #expect(transition.offset(at: 3) == place && !transition.isMoving(at: 3))
    // The transition waits for a pending neighbour.
    #expect(transition.isFinished(at: 3) == (page == nil))
  }

  @Test("It settles by a critically damped spring with ω = √1000, keeping the fingers' speed")
  func spring() {
    var transition = held(-300)
    _ = transition.release(velocity: -2000, isAnimated: true, at: 1)
    let rate = 1000.0.squareRoot()
    for step in 0...60 {
      let time = Double(step) / 200
      let distance = 1025.0 - 300
      let law = -1025 + (distance + (-2000 + rate * distance) * time) * exp(-rate * time)
      #expect(abs(transition.offset(at: 1 + time) - law) <= 0.5)
    }
    // The transition returns by the same formula, from rest.
    transition = held(-300)
    _ = transition.release(velocity: 0, isAnimated: true, at: 1)
    for step in 0...60 {
      let time = Double(step) / 200
      let law = -300 * (1 + rate * time) * exp(-rate * time)
      #expect(abs(transition.offset(at: 1 + time) - law) <= 0.5)
    }
    #expect(transition.isMoving(at: 1.1) && transition.isFinished(at: 2))
  }

  @Test(
    "Flung at any speed from anywhere, it does not overshoot the next picture",
    arguments: [1e3, 1e4, 1e6], [-200.0, -1000, -1025, -4000])
  func noOvershoot(speed: Double, distance: Double) {
    var transition = held(distance)
    #expect(transition.release(velocity: -speed, isAnimated: true, at: 1) == .next)
    var last = max(distance, -1025)
    for step in 0...400 {
      let offset = transition.offset(at: 1 + Double(step) / 1000)
      #expect(offset >= -1025 && offset <= last + 1e-9)
      last = offset
    }
    #expect(last == -1025)
  }

  @Test("Flung beyond the album's end, it stays within the elastic limit and returns")
  func flungBeyondTheEnd() {
    for distance in [1.0, 40, 300, 4000] {
      var transition = held(distance, Self.first)
      #expect(transition.release(velocity: 1e5, isAnimated: true, at: 1) == nil)
      for step in 0...1000 {
        let offset = transition.offset(at: 1 + Double(step) / 1000)
        #expect(offset <= 200 && offset >= 0)
      }
      #expect(transition.isFinished(at: 3) && transition.offset(at: 3) == 0)
    }
  }

  @Test("Without animation it ends at once")
  func reducedMotion() {
    var transition = held(-600)
    #expect(transition.release(velocity: 0, isAnimated: false, at: 1) == .next)
    #expect(transition.offset(at: 1) == -1025 && !transition.isMoving(at: 1))
    transition.turn(to: .next, isAnimated: false, at: 1)
    #expect(transition.offset(at: 1) == 0 && transition.isFinished(at: 1))
    transition = held(-100)
    #expect(transition.release(velocity: 0, isAnimated: false, at: 1) == nil)
    #expect(transition.offset(at: 1) == 0 && transition.isFinished(at: 1))
    transition = held(-600)
    transition.cancel(isAnimated: false, at: 1)
    #expect(transition.isFinished(at: 1))
  }

  @Test("Cancelled, it returns from anywhere")
  func cancelled() {
    var transition = held(-900)
    transition.cancel(isAnimated: true, at: 1)
    #expect(transition.offset(at: 1) == -900 && transition.pending == nil)
    #expect(transition.isFinished(at: 2))
    transition = held(-900)
    _ = transition.release(velocity: 0, isAnimated: true, at: 1)
    let offset = transition.offset(at: 1.05)
    transition.cancel(isAnimated: true, at: 1.05)
    #expect(transition.offset(at: 1.05) == offset && transition.pending == nil)
    #expect(transition.isFinished(at: 2))
  }

  // MARK: The page turns

  @Test("When the next picture becomes the current one, nothing moves")
  func turns() {
    for (distance, page) in [(-700.0, AlbumTransition.Page.next), (700, .previous)] {
      var transition = held(distance)
      _ = transition.release(velocity: 0, isAnimated: true, at: 1)
      let now = 1.04
      let before = transition.beside(at: now)
      let (offset, earlier) = (transition.offset(at: now), transition.offset(at: now - 1e-6))
      transition.turn(to: page, isAnimated: true, at: now)
      // The neighbour stays where it was, and the former current picture is its neighbour now.
      #expect(abs(transition.offset(at: now) - (before?.offset ?? .nan)) < 1e-9)
      let beside = transition.beside(at: now)
      #expect(beside?.page == (page == .next ? .previous : .next))
      #expect(beside.map { abs($0.offset - offset) < 1e-9 } == true)
      // The transition continues at the same speed.
      let speed = (transition.offset(at: now + 1e-6) - transition.offset(at: now)) * 1e6
      #expect(abs(speed - (offset - earlier) * 1e6) < 1)
      #expect(transition.isFinished(at: 3) && transition.pending == nil)
    }
  }

  @Test("A page that turns under the fingers stays under them")
  func turnsUnderTheFingers() {
    var transition = held(-700)
    _ = transition.release(velocity: 0, isAnimated: true, at: 1)
    let caught = transition.offset(at: 1.02)
    transition.hold(at: 1.02)
    transition.turn(to: .next, isAnimated: true, at: 1.03)
    #expect(transition.isHeld && abs(transition.offset(at: 1.03) - (caught + 1025)) < 1e-9)
    transition.move(by: 50)
    #expect(abs(transition.offset(at: 1.04) - (caught + 1075)) < 1e-9)
    // Dragged back by more than half a page, the earlier picture returns.
    transition.move(by: 300)
    #expect(transition.release(velocity: 0, isAnimated: true, at: 1.05) == .previous)
  }

  @Test("Pushed back past its place while a picture is pending, it does not jump when that arrives")
  func pushedBackWhilePending() {
    var transition = held(-700)
    _ = transition.release(velocity: 0, isAnimated: true, at: 1)
    transition.hold(at: 1.02)
    transition.move(by: 1500)
    let shown = transition.offset(at: 1.03)
    transition.turn(to: .next, isAnimated: true, at: 1.03)
    #expect(abs(transition.offset(at: 1.03) - (shown + 1025)) < 1e-9)
    #expect(transition.beside(at: 1.03)?.page == .previous)
  }

  // MARK: Interruptions

  @Test("Caught while settling, it stops under the fingers and follows them")
  func caught() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<500 {
      var transition = held(.random(in: -1000...1000, using: &random))
      _ = transition.release(
        velocity: .random(in: -4000...4000, using: &random), isAnimated: true, at: 1)
      let now = 1 + Double.random(in: 0...0.4, using: &random)
      let shown = transition.offset(at: now)
      transition.hold(at: now)
      #expect(transition.isHeld && !transition.isMoving(at: now), "seed \(seed)")
      #expect(abs(transition.offset(at: now) - shown) < 1e-9, "seed \(seed)")
      #expect(abs(transition.offset(at: 9) - shown) < 1e-9, "seed \(seed)")
      // Away from both ends, beyond which it doesn't go.
      guard abs(shown) < 1000, abs(shown) > 20 else { continue }
      transition.move(by: 10)
      #expect(abs(transition.offset(at: 9) - shown - 10) < 1e-9, "seed \(seed)")
    }
  }

  @Test(
    "Caught beyond the album's end, it does not jump, however far it was pulled",
    arguments: [20.0, 300, 500, 1000])
  func caughtBeyondTheEnd(distance: Double) {
    for time in [1.0, 1.001, 1.02, 1.1] {
      var transition = held(-distance, Self.last)
      _ = transition.release(velocity: 0, isAnimated: true, at: 1)
      let shown = transition.offset(at: time)
      transition.hold(at: time)
      #expect(abs(transition.offset(at: time) - shown) < 0.5)
    }
  }

  @Test("A neighbour found while the end is pulled does not make the picture jump")
  func neighbourFound() {
    var transition = held(-400, Self.last)
    let shown = transition.offset(at: 1)
    transition.neighbours = Self.both
    #expect(abs(transition.offset(at: 1) - shown) < 0.5)
    transition.move(by: -10)
    #expect(abs(transition.offset(at: 1) - shown + 10) < 0.5)
  }

  @Test("Random input never makes it jump, and it always comes to rest")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      var transition = held(0)
      var now = 1.0
      for _ in 0..<40 {
        now += .random(in: 0...0.1, using: &random)
        let before = transition.offset(at: now)
        var expected = before
        var allowed = 0.3
        switch Int.random(in: 0..<6, using: &random) {
        case 0: transition.hold(at: now)
        case 1, 2:
          let step = Double.random(in: -400...400, using: &random)
          if transition.isHeld { allowed = abs(step) }
          transition.move(by: step)
        case 3:
          _ = transition.release(
            velocity: .random(in: -5000...5000, using: &random), isAnimated: true, at: now)
        case 4:
          if Int.random(in: 0..<4, using: &random) == 0 {
            transition.cancel(isAnimated: true, at: now)
          }
        default:
          if let page = transition.pending {
            expected += Double(page.rawValue) * transition.page
            transition.turn(to: page, isAnimated: true, at: now)
          }
        }
        let after = transition.offset(at: now)
        #expect(abs(after - expected) <= allowed + 1e-9, "seed \(seed)")
        #expect(abs(after) <= transition.page, "seed \(seed)")
      }
      _ = transition.release(velocity: 0, isAnimated: true, at: now)
      if let page = transition.pending {
        transition.turn(to: page, isAnimated: true, at: now + 0.2)
      }
      #expect(
        transition.isFinished(at: now + 3) && transition.offset(at: now + 3) == 0, "seed \(seed)")
    }
  }
}

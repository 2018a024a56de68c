import Geometry
import Glibc
import TestSupport
import Testing

@testable import Zooming

@Suite("Sliding through an album")
struct AlbumSlideTests {
  static let both = AlbumSlide.Neighbours(hasPrevious: true, hasNext: true)
  static let first = AlbumSlide.Neighbours(hasPrevious: false, hasNext: true)
  static let last = AlbumSlide.Neighbours(hasPrevious: true, hasNext: false)

  /// A slide held at a distance, in a view of 1000 pixels: a page is 1025 wide, and overscroll is
  /// limited to 200.
  private func held(
    _ distance: Double, _ neighbours: AlbumSlide.Neighbours = both, elasticLimit: Double = 0.2
  ) -> AlbumSlide {
    var slide = AlbumSlide(width: 1000, neighbours: neighbours, elasticLimit: elasticLimit)
    slide.move(by: distance)
    return slide
  }

  // MARK: Under the fingers

  @Test("It follows the fingers one to one, with the next picture a gap beside it")
  func oneToOne() {
    var slide = held(0)
    #expect(slide.isHeld && slide.offset(at: 1) == 0 && slide.beside(at: 1) == nil)
    slide.move(by: -30)
    #expect(slide.offset(at: 1) == -30)
    #expect(slide.beside(at: 1).map { $0 == (.next, 995) } == true)
    slide.move(by: 180.5)
    #expect(slide.offset(at: 1) == 150.5)
    #expect(slide.beside(at: 1).map { $0 == (.previous, -874.5) } == true)
    #expect(!slide.isMoving(at: 1) && !slide.isFinished(at: 1))
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
    var slide = AlbumSlide(pan, width: 1000, neighbours: Self.both, elasticLimit: 0.2)
    #expect(slide.isHeld && slide.offset(at: 1) == -23)
    slide.move(by: 60)
    #expect(slide.offset(at: 1) == 37)
  }

  @Test("From the edge of a zoomed picture it moves only one way")
  func oneWay() {
    let left = OfferedPan(direction: .left, distance: 23, velocity: 500, fits: false)
    var slide = AlbumSlide(left, width: 1000, neighbours: Self.both, elasticLimit: 0.2)
    slide.move(by: -60)
    #expect(slide.offset(at: 1) == 0 && slide.beside(at: 1) == nil)
    slide.move(by: 60)
    #expect(slide.offset(at: 1) == 23)
    let right = OfferedPan(direction: .right, distance: -23, velocity: -500, fits: false)
    slide = AlbumSlide(right, width: 1000, neighbours: Self.both, elasticLimit: 0.2)
    slide.move(by: 60)
    #expect(slide.offset(at: 1) == 0)
  }

  // MARK: Release

  @Test(
    "A flick decides the direction, otherwise the nearer picture wins",
    arguments: [
      (-100.0, -400.0, AlbumSlide.Page.next), (-100, -299, nil), (-100, 0, nil), (-512, 0, nil),
      (-513, 0, .next), (-513, 299, .next), (-900, 400, nil), (100, 400, .previous),
      (100, -400, nil), (600, 0, .previous), (600, -301, nil), (0, 0, nil), (-3000, 0, .next),
      (-100, Double.nan, nil),
    ] as [(Double, Double, AlbumSlide.Page?)])
  func decides(distance: Double, velocity: Double, page: AlbumSlide.Page?) {
    var slide = held(distance)
    #expect(slide.release(velocity: velocity, isAnimated: true, at: 1) == page)
    #expect(slide.awaited == page && !slide.isHeld)
    let place = page.map { Double(-$0.rawValue) * 1025 } ?? 0
    #expect(slide.offset(at: 3) == place && !slide.isMoving(at: 3))
    // The slide waits for a pending neighbour.
    #expect(slide.isFinished(at: 3) == (page == nil))
  }

  @Test("It settles by a critically damped spring with ω = √1000, keeping the fingers' speed")
  func spring() {
    var slide = held(-300)
    _ = slide.release(velocity: -2000, isAnimated: true, at: 1)
    let rate = 1000.0.squareRoot()
    for step in 0...60 {
      let time = Double(step) / 200
      let distance = 1025.0 - 300
      let law = -1025 + (distance + (-2000 + rate * distance) * time) * exp(-rate * time)
      #expect(abs(slide.offset(at: 1 + time) - law) <= 0.5)
    }
    // The slide returns by the same formula, from rest.
    slide = held(-300)
    _ = slide.release(velocity: 0, isAnimated: true, at: 1)
    for step in 0...60 {
      let time = Double(step) / 200
      let law = -300 * (1 + rate * time) * exp(-rate * time)
      #expect(abs(slide.offset(at: 1 + time) - law) <= 0.5)
    }
    #expect(slide.isMoving(at: 1.1) && slide.isFinished(at: 2))
  }

  @Test(
    "Flung at any speed from anywhere, it does not overshoot the next picture",
    arguments: [1e3, 1e4, 1e6], [-200.0, -1000, -1025, -4000])
  func noOvershoot(speed: Double, distance: Double) {
    var slide = held(distance)
    #expect(slide.release(velocity: -speed, isAnimated: true, at: 1) == .next)
    var last = max(distance, -1025)
    for step in 0...400 {
      let offset = slide.offset(at: 1 + Double(step) / 1000)
      #expect(offset >= -1025 && offset <= last + 1e-9)
      last = offset
    }
    #expect(last == -1025)
  }

  @Test("Flung beyond the album's end, it stays within the elastic limit and returns")
  func flungBeyondTheEnd() {
    for distance in [1.0, 40, 300, 4000] {
      var slide = held(distance, Self.first)
      #expect(slide.release(velocity: 1e5, isAnimated: true, at: 1) == nil)
      for step in 0...1000 {
        let offset = slide.offset(at: 1 + Double(step) / 1000)
        #expect(offset <= 200 && offset >= 0)
      }
      #expect(slide.isFinished(at: 3) && slide.offset(at: 3) == 0)
    }
  }

  @Test("Without animation it ends at once")
  func reducedMotion() {
    var slide = held(-600)
    #expect(slide.release(velocity: 0, isAnimated: false, at: 1) == .next)
    #expect(slide.offset(at: 1) == -1025 && !slide.isMoving(at: 1))
    slide.turn(to: .next, isAnimated: false, at: 1)
    #expect(slide.offset(at: 1) == 0 && slide.isFinished(at: 1))
    slide = held(-100)
    #expect(slide.release(velocity: 0, isAnimated: false, at: 1) == nil)
    #expect(slide.offset(at: 1) == 0 && slide.isFinished(at: 1))
    slide = held(-600)
    slide.cancel(isAnimated: false, at: 1)
    #expect(slide.isFinished(at: 1))
  }

  @Test("Cancelled, it returns from anywhere")
  func cancelled() {
    var slide = held(-900)
    slide.cancel(isAnimated: true, at: 1)
    #expect(slide.offset(at: 1) == -900 && slide.awaited == nil)
    #expect(slide.isFinished(at: 2))
    slide = held(-900)
    _ = slide.release(velocity: 0, isAnimated: true, at: 1)
    let offset = slide.offset(at: 1.05)
    slide.cancel(isAnimated: true, at: 1.05)
    #expect(slide.offset(at: 1.05) == offset && slide.awaited == nil)
    #expect(slide.isFinished(at: 2))
  }

  // MARK: The page turns

  @Test("When the next picture becomes the current one, nothing moves")
  func turns() {
    for (distance, page) in [(-700.0, AlbumSlide.Page.next), (700, .previous)] {
      var slide = held(distance)
      _ = slide.release(velocity: 0, isAnimated: true, at: 1)
      let now = 1.04
      let before = slide.beside(at: now)
      let (offset, earlier) = (slide.offset(at: now), slide.offset(at: now - 1e-6))
      slide.turn(to: page, isAnimated: true, at: now)
      // The neighbour stays where it was, and the former current picture is its neighbour now.
      #expect(abs(slide.offset(at: now) - (before?.offset ?? .nan)) < 1e-9)
      let beside = slide.beside(at: now)
      #expect(beside?.page == (page == .next ? .previous : .next))
      #expect(beside.map { abs($0.offset - offset) < 1e-9 } == true)
      // The slide continues at the same speed.
      let speed = (slide.offset(at: now + 1e-6) - slide.offset(at: now)) * 1e6
      #expect(abs(speed - (offset - earlier) * 1e6) < 1)
      #expect(slide.isFinished(at: 3) && slide.awaited == nil)
    }
  }

  @Test("A page that turns under the fingers stays under them")
  func turnsUnderTheFingers() {
    var slide = held(-700)
    _ = slide.release(velocity: 0, isAnimated: true, at: 1)
    let caught = slide.offset(at: 1.02)
    slide.hold(at: 1.02)
    slide.turn(to: .next, isAnimated: true, at: 1.03)
    #expect(slide.isHeld && abs(slide.offset(at: 1.03) - (caught + 1025)) < 1e-9)
    slide.move(by: 50)
    #expect(abs(slide.offset(at: 1.04) - (caught + 1075)) < 1e-9)
    // Dragged back by more than half a page, the earlier picture returns.
    slide.move(by: 300)
    #expect(slide.release(velocity: 0, isAnimated: true, at: 1.05) == .previous)
  }

  @Test("Pushed back past its place while a picture is pending, it does not jump when that arrives")
  func pushedBackWhileAwaited() {
    var slide = held(-700)
    _ = slide.release(velocity: 0, isAnimated: true, at: 1)
    slide.hold(at: 1.02)
    slide.move(by: 1500)
    let shown = slide.offset(at: 1.03)
    slide.turn(to: .next, isAnimated: true, at: 1.03)
    #expect(abs(slide.offset(at: 1.03) - (shown + 1025)) < 1e-9)
    #expect(slide.beside(at: 1.03)?.page == .previous)
  }

  // MARK: Interruptions

  @Test("Caught while settling, it stops under the fingers and follows them")
  func caught() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<500 {
      var slide = held(.random(in: -1000...1000, using: &random))
      _ = slide.release(
        velocity: .random(in: -4000...4000, using: &random), isAnimated: true, at: 1)
      let now = 1 + Double.random(in: 0...0.4, using: &random)
      let shown = slide.offset(at: now)
      slide.hold(at: now)
      #expect(slide.isHeld && !slide.isMoving(at: now), "seed \(seed)")
      #expect(abs(slide.offset(at: now) - shown) < 1e-9, "seed \(seed)")
      #expect(abs(slide.offset(at: 9) - shown) < 1e-9, "seed \(seed)")
      // Away from both ends, beyond which it doesn't go.
      guard abs(shown) < 1000, abs(shown) > 20 else { continue }
      slide.move(by: 10)
      #expect(abs(slide.offset(at: 9) - shown - 10) < 1e-9, "seed \(seed)")
    }
  }

  @Test(
    "Caught beyond the album's end, it does not jump, however far it was pulled",
    arguments: [20.0, 300, 500, 1000])
  func caughtBeyondTheEnd(distance: Double) {
    for time in [1.0, 1.001, 1.02, 1.1] {
      var slide = held(-distance, Self.last)
      _ = slide.release(velocity: 0, isAnimated: true, at: 1)
      let shown = slide.offset(at: time)
      slide.hold(at: time)
      #expect(abs(slide.offset(at: time) - shown) < 0.5)
    }
  }

  @Test("A neighbour found while the end is pulled does not make the picture jump")
  func neighbourFound() {
    var slide = held(-400, Self.last)
    let shown = slide.offset(at: 1)
    slide.neighbours = Self.both
    #expect(abs(slide.offset(at: 1) - shown) < 0.5)
    slide.move(by: -10)
    #expect(abs(slide.offset(at: 1) - shown + 10) < 0.5)
  }

  @Test("Random input never makes it jump, and it always comes to rest")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      var slide = held(0)
      var now = 1.0
      for _ in 0..<40 {
        now += .random(in: 0...0.1, using: &random)
        let before = slide.offset(at: now)
        var expected = before
        var allowed = 0.3
        switch Int.random(in: 0..<6, using: &random) {
        case 0: slide.hold(at: now)
        case 1, 2:
          let step = Double.random(in: -400...400, using: &random)
          if slide.isHeld { allowed = abs(step) }
          slide.move(by: step)
        case 3:
          _ = slide.release(
            velocity: .random(in: -5000...5000, using: &random), isAnimated: true, at: now)
        case 4:
          if Int.random(in: 0..<4, using: &random) == 0 { slide.cancel(isAnimated: true, at: now) }
        default:
          if let page = slide.awaited {
            expected += Double(page.rawValue) * slide.page
            slide.turn(to: page, isAnimated: true, at: now)
          }
        }
        let after = slide.offset(at: now)
        #expect(abs(after - expected) <= allowed + 1e-9, "seed \(seed)")
        #expect(abs(after) <= slide.page, "seed \(seed)")
      }
      _ = slide.release(velocity: 0, isAnimated: true, at: now)
      if let page = slide.awaited { slide.turn(to: page, isAnimated: true, at: now + 0.2) }
      #expect(slide.isFinished(at: now + 3) && slide.offset(at: now + 3) == 0, "seed \(seed)")
    }
  }
}

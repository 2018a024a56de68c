import Geometry
import Gestures
import Glibc
import TestSupport
import Testing

@testable import Zooming

@Suite("Zooming with the wheel")
struct WheelTests {
  static let surface = PixelSize(width: 1280, height: 800)
  static let picture = PixelSize(width: 6000, height: 4000)

  private func wheel(_ detents: Double, _ point: Point) -> Gesture {
    .zoom(detents: detents, at: point, isContinuous: false)
  }

  /// A view without snapping: larger than the surface, far from its edges.
  private func unsnapped() -> ZoomController {
    var zoom = ZoomController(surface: Self.surface, picture: Self.picture)
    zoom.setScale(0.9, centerImagePoint: .init(x: 2900, y: 2100), animated: false, now: 0)
    return zoom
  }

  @Test("A detent is a factor of 1.25, a fraction one of its powers, and detents add up")
  func factors() {
    var zoom = unsnapped()
    zoom.handle(wheel(1, .init(x: 500, y: 300)), at: 1)
    #expect(abs(zoom.destination.scale - 0.9 * 1.25) < 1e-12)
    zoom.handle(wheel(0.5, .init(x: 500, y: 300)), at: 1.01)
    zoom.handle(wheel(0.25, .init(x: 700, y: 300)), at: 1.02)
    #expect(abs(zoom.destination.scale - 0.9 * pow(1.25, 1.75)) < 1e-12)
    #expect(zoom.viewport(at: 1.02).scale < zoom.destination.scale)
  }

  @Test("150 ms complete 99 % of a detent, and half a second all of it")
  func timing() {
    var zoom = unsnapped()
    zoom.handle(wheel(1, .init(x: 500, y: 300)), at: 1)
    let part = log(zoom.viewport(at: 1.15).scale / 0.9) / log(1.25)
    #expect(abs(part - 0.99) < 1e-3)
    zoom.handle(wheel(12, .init(x: 500, y: 300)), at: 1.2)
    #expect(zoom.isMoving(at: 1.3) && !zoom.isMoving(at: 1.7))
    #expect(zoom.viewport(at: 1.7) == zoom.destination)
    #expect(zoom.viewport(at: 1.7).isSettled)
  }

  @Test("The image point under the cursor stays there, during the whole motion and at its end")
  func anchored() {
    var zoom = unsnapped()
    let cursor = Point(x: 311, y: 613)
    let before = zoom.viewport(at: 0.9).imagePoint(at: cursor)
    for step in 0..<6 { zoom.handle(wheel(1, cursor), at: 1 + Double(step) * 0.03) }
    for frame in 0...60 {
      let view = zoom.viewport(at: 1 + Double(frame) / 60)
      #expect((view.devicePoint(of: before) - cursor).length < 1)
    }
  }

  @Test(
    "Between resting views that are not snapped, the point under the cursor stays, at any ratio"
  )
  func anchoredAtRest() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    func isFree(_ view: Viewport) -> Bool {
      let size = view.shownSize
      return view.origin.x < -1 && view.origin.x + size.x > Double(view.surface.width) + 1
        && view.origin.y < -1 && view.origin.y + size.y > Double(view.surface.height) + 1
    }
    var compared = 0
    for _ in 0..<100 {
      let surface = random.size(200...1500, 200...1000)
      var zoom = ZoomController(surface: surface, picture: random.pictureSize())
      var now = 0.0
      var cursor = random.point(in: surface)
      for _ in 0..<20 {
        if Int.random(in: 0..<3, using: &random) == 0 { cursor = random.point(in: surface) }
        let before = zoom.viewport(at: now)
        let point = before.imagePoint(at: cursor)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          zoom.handle(wheel(.random(in: -0.8...1, using: &random), cursor), at: now)
          now += 0.02
        }
        now += 1
        let after = zoom.viewport(at: now)
        guard isFree(before), isFree(after), after != before else { continue }
        compared += 1
        let shift = after.devicePoint(of: point) - cursor
        #expect(abs(shift.x) <= 1 && abs(shift.y) <= 1, "seed \(seed)")
      }
    }
    #expect(compared > 100)
  }

  @Test("A continuous device zooms at once, and the point under it stays")
  func continuous() {
    var zoom = unsnapped()
    let cursor = Point(x: 900, y: 100)
    let before = zoom.viewport(at: 0.9).imagePoint(at: cursor)
    for step in 0..<30 {
      let now = 1 + Double(step) * 0.008
      zoom.handle(.zoom(detents: 0.1, at: cursor, isContinuous: true), at: now)
      #expect(abs(zoom.viewport(at: now).scale - zoom.destination.scale) < 1e-12)
      #expect((zoom.viewport(at: now).devicePoint(of: before) - cursor).length < 1)
    }
    #expect(!zoom.isMoving(at: 2))
  }

  @Test("A zoom at another cursor starts where the first one was, at its velocity")
  func retarget() {
    var zoom = unsnapped()
    zoom.handle(wheel(5, .init(x: 100, y: 100)), at: 1)
    let now = 1.04
    let before = zoom.viewport(at: now)
    let earlier = zoom.viewport(at: now - 1e-5)
    zoom.handle(wheel(5, .init(x: 1200, y: 700)), at: now)
    let after = zoom.viewport(at: now)
    let later = zoom.viewport(at: now + 1e-5)
    #expect((after.origin - before.origin).length < 1e-6)
    #expect(abs(after.scale - before.scale) < 1e-9)
    let velocityBefore = (before.origin - earlier.origin) * 1e5
    let velocityAfter = (later.origin - after.origin) * 1e5
    #expect((velocityAfter - velocityBefore).length < 0.01 * velocityBefore.length)
  }

  @Test("Zooming in and out at one cursor returns to the same view, from anywhere, even at a limit")
  func returns() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<400 {
      let surface = random.size(200...1500, 200...1000)
      var zoom = ZoomController(surface: surface, picture: random.pictureSize())
      zoom.setScale(
        .random(in: zoom.fitScale...4, using: &random),
        centerImagePoint: random.point(in: zoom.picture.pixels), animated: false, now: 0)
      let before = zoom.viewport(at: 0)
      let cursor = random.point(in: surface)
      let sign = Bool.random(using: &random) ? 1.0 : -1
      let steps = (1...4).map { _ in sign * Double.random(in: 0.1...1, using: &random) }
      var now = 1.0
      let slow = Bool.random(using: &random)
      var taken: [Double] = []
      for step in steps {
        // A step that begins at a limit is not taken, so it is not undone either.
        let scale = zoom.destination.scale
        zoom.handle(wheel(step, cursor), at: now)
        if zoom.destination.scale != scale { taken.append(step) }
        now += slow ? 1 : 0.02
      }
      for step in taken.reversed() {
        zoom.handle(wheel(-step, cursor), at: now)
        now += slow ? 1 : 0.02
      }
      #expect(zoom.viewport(at: now + 2) == before, "seed \(seed)")
    }
  }

  @Test("At a limit further steps are dropped, and the way back responds at once")
  func limits() {
    var zoom = unsnapped()
    let cursor = Point(x: 640, y: 400)
    for step in 0..<60 { zoom.handle(wheel(1, cursor), at: 1 + Double(step) / 50) }
    #expect(zoom.destination.scale == 64)
    zoom.handle(wheel(-1, cursor), at: 4)
    #expect(zoom.destination.scale < 64 && zoom.destination.scale > 64 / 1.2501)
    for step in 0..<60 { zoom.handle(wheel(-1, cursor), at: 5 + Double(step) / 50) }
    #expect(zoom.destination.scale == zoom.fitScale && zoom.isFit)
    let fit = Viewport(fitting: Self.picture, on: Self.surface)
    #expect(zoom.viewport(at: 8) == fit)
    zoom.handle(wheel(-3, cursor), at: 9)
    #expect(!zoom.isMoving(at: 9) && zoom.viewport(at: 9) == fit)
  }

  @Test("Zooming in at a letterbox bar moves into the picture, and a moving cursor is anchored")
  func letterbox() {
    var zoom = ZoomController(
      surface: .init(width: 1200, height: 400), picture: .init(width: 3000, height: 3000))
    let bar = Point(x: 20, y: 200)
    for step in 0..<12 { zoom.handle(wheel(1, bar), at: 1 + Double(step)) }
    let view = zoom.viewport(at: 20)
    #expect(view.origin.x == 0)
    let cursor = Point(x: 700, y: 100)
    let point = view.imagePoint(at: cursor)
    for step in 0..<4 { zoom.handle(wheel(1, cursor), at: 21 + Double(step)) }
    #expect((zoom.viewport(at: 30).devicePoint(of: point) - cursor).length < 1.5)
  }

  @Test("The motion ends where it leads: the last frame does not jump")
  func noHop() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<100 {
      var zoom = unsnapped()
      zoom.handle(
        wheel(.random(in: -2...6, using: &random), random.point(in: Self.surface)), at: 1)
      var time = 1.0
      while zoom.isMoving(at: time) { time += 1e-3 }
      let last = zoom.viewport(at: time - 1e-3)
      #expect(!last.isSettled)
      var end = zoom.destination
      end.isSettled = false
      for corner in [Point.zero, .init(x: 1280, y: 800)] {
        let hop = end.devicePoint(of: last.imagePoint(at: corner)) - corner
        #expect(hop.length < 0.05, "seed \(seed)")
      }
    }
  }

  @Test("Without animation every step ends at once")
  func reducedMotion() {
    var zoom = ZoomController(
      surface: Self.surface, picture: Self.picture,
      preferences: ZoomPreferences(isAnimated: false))
    zoom.handle(wheel(3, .init(x: 400, y: 400)), at: 1)
    #expect(!zoom.isMoving(at: 1) && zoom.viewport(at: 1).isSettled)
    #expect(abs(zoom.viewport(at: 1).scale - zoom.fitScale * 1.953_125) < 1e-12)
  }
}

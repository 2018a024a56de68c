import Geometry
import Gestures
import Glibc
import TestSupport
import Testing

@testable import Zooming

@Suite("Pinching")
struct PinchTests {
  static let surface = PixelSize(width: 1000, height: 500)
  static let picture = PixelSize(width: 4000, height: 3000)
  static let focus = Point(x: 620, y: 180)

  private func controller(
    scale: Double = 1, preferences: ZoomPreferences = ZoomPreferences()
  ) -> ZoomController {
    var zoom = ZoomController(
      surface: Self.surface, picture: Self.picture, preferences: preferences)
    zoom.setScale(
      scale, centerImagePoint: .init(x: 2000, y: 1500), animated: false, now: 0)
    return zoom
  }

  private func pinch(
    _ phase: GesturePhase, _ scale: Double, by way: Point = .zero, at start: Point = focus
  ) -> Gesture {
    .pinch(phase: phase, scale: scale, at: start, movedBy: way)
  }

  // MARK: Under the fingers

  @Test("The point under the fingers stays under them while they pinch and move")
  func pointUnderTheFingers() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<100 {
      var zoom = controller(scale: .random(in: 0.2...8, using: &random))
      var focus = random.point(in: Self.surface)
      let point = zoom.viewport(at: 1).imagePoint(at: focus)
      zoom.handle(pinch(.began, 1, at: focus), at: 1)
      let start = focus
      var scale = 1.0
      for step in 1...40 {
        scale *= .random(in: 0.8...1.25, using: &random)
        let way = Point(
          x: .random(in: -20...20, using: &random), y: .random(in: -20...20, using: &random))
        focus = focus + way
        let now = 1 + Double(step) / 100
        zoom.handle(pinch(.changed, scale, by: way, at: start), at: now)
        let view = zoom.viewport(at: now)
        #expect((view.devicePoint(of: point) - focus).length < 1, "seed \(seed)")
        #expect(!zoom.isMoving(at: now))
      }
    }
  }

  @Test("Within the limits the scale follows the fingers one to one")
  func followsTheFingers() {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    for scale in [1.5, 3, 0.7, 0.25, 17] {
      zoom.handle(pinch(.changed, scale), at: 2)
      #expect(abs(zoom.viewport(at: 2).scale - scale) < 1e-12 * scale)
    }
    // The scale of the first event is the reference.
    var other = controller()
    other.handle(pinch(.began, 4), at: 1)
    other.handle(pinch(.changed, 6), at: 2)
    #expect(abs(other.viewport(at: 2).scale - 1.5) < 1e-12)
  }

  @Test(
    "Past a limit z is shown as limit · (z / limit)^0.3",
    arguments: [65.0, 100, 128, 500, 640])
  func passesTheLimits(asked: Double) {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, asked), at: 2)
    #expect(abs(zoom.viewport(at: 2).scale - 64 * pow(asked / 64, 0.3)) < 1e-9)
    #expect(zoom.destination.scale == 64)
    let fit = zoom.fitScale
    let small = fit * 64 / asked
    zoom.handle(pinch(.changed, small), at: 3)
    #expect(abs(zoom.viewport(at: 3).scale - fit * pow(64 / asked, 0.3)) < 1e-12)
    #expect(zoom.destination == Viewport(fitting: Self.picture, on: Self.surface))
    // And back again: no error accumulates.
    zoom.handle(pinch(.changed, 1), at: 4)
    #expect(abs(zoom.viewport(at: 4).scale - 1) < 1e-12)
  }

  @Test("However far the fingers go, they never exceed a limit by more than 2 ×")
  func neverPassesByMoreThanTwo() {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 1e9), at: 2)
    #expect(zoom.viewport(at: 2).scale == 128)
    zoom.handle(pinch(.changed, 1e-9), at: 3)
    #expect(zoom.viewport(at: 3).scale == zoom.fitScale / 2)
  }

  @Test(
    "The elastic scale is continuous and increasing, and its inverse returns the fingers' scale")
  func elasticScale() {
    let elastic = ElasticScale(
      limits: ZoomLimits(surface: Self.surface, shownPicture: Extent(Self.picture)))
    var last = 0.0
    for step in -60...120 {
      let asked = exp2(Double(step) / 10)
      let shown = elastic.shown(asked)
      #expect(shown >= last && elastic.range.contains(shown))
      last = shown
      guard elastic.range.lowerBound < shown, shown < elastic.range.upperBound else { continue }
      #expect(abs(elastic.asked(shown: shown) - asked) < asked * 1e-9)
    }
    for limit in [elastic.limits.minimum, elastic.limits.maximum] {
      #expect(elastic.shown(limit) == limit && elastic.asked(shown: limit) == limit)
      #expect(abs(elastic.shown(limit * (1 + 1e-9)) - limit) < limit * 1e-8)
      #expect(abs(elastic.shown(limit * (1 - 1e-9)) - limit) < limit * 1e-8)
    }
  }

  // MARK: Release

  @Test("Released past the largest scale it returns critically damped, about the fingers")
  func springsBackIn() {
    var zoom = controller(scale: 40)
    let point = zoom.viewport(at: 1).imagePoint(at: Self.focus)
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 4), at: 1.1)
    let excess = log(zoom.viewport(at: 1.1).scale / 64)
    zoom.handle(pinch(.ended, 4), at: 1.1)
    for step in 0...40 {
      let time = Double(step) / 100
      let view = zoom.viewport(at: 1.1 + time)
      let law = excess * (1 + 22 * time) * exp(-22 * time)
      #expect(abs(log(view.scale / 64) - law) < 1e-4)
      #expect((view.devicePoint(of: point) - Self.focus).length < 1)
    }
    #expect(!zoom.isMoving(at: 2) && zoom.viewport(at: 2) == zoom.destination)
    #expect(zoom.viewport(at: 2).scale == 64 && zoom.viewport(at: 2).isSettled)
  }

  @Test("Released below the fit view it returns to it, and stays with it")
  func springsBackOut() {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 0.05, by: .init(x: 300, y: 200)), at: 1.1)
    let shown = zoom.viewport(at: 1.1)
    #expect(shown.scale < zoom.fitScale)
    zoom.handle(pinch(.ended, 0.05), at: 1.1)
    #expect(abs(zoom.viewport(at: 1.1).scale - shown.scale) < 1e-12)
    #expect((zoom.viewport(at: 1.1).origin - shown.origin).length < 1e-6)
    #expect(zoom.viewport(at: 2) == Viewport(fitting: Self.picture, on: Self.surface))
    #expect(zoom.isFit)
    // A window of another size shows the whole picture, too.
    zoom.resize(to: .init(width: 800, height: 800))
    #expect(zoom.viewport(at: 3).isFit)
  }

  @Test("A gap that the fingers open at an edge closes on release")
  func closesGaps() {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 1, by: .init(x: 2000, y: 100)), at: 1.1)
    #expect(zoom.viewport(at: 1.1).origin == Point(x: 500, y: -1150))
    zoom.handle(pinch(.ended, 1), at: 1.1)
    #expect((zoom.viewport(at: 1.1).origin - Point(x: 500, y: -1150)).length < 1e-6)
    #expect(zoom.destination.origin == Point(x: 0, y: -1150))
    #expect(zoom.viewport(at: 2) == zoom.destination && zoom.destination.scale == 1)
  }

  @Test("A cancelled pinch comes to rest like a released one")
  func cancelled() {
    for scale in [1.3, 200, 0.01] {
      var zoom = controller()
      zoom.handle(pinch(.began, 1), at: 1)
      zoom.handle(pinch(.changed, scale, by: .init(x: 30, y: 0)), at: 1.1)
      var other = zoom
      zoom.handle(pinch(.cancelled, scale), at: 1.2)
      other.handle(pinch(.ended, scale), at: 1.2)
      for frame in 0...30 {
        let now = 1.2 + Double(frame) / 60
        #expect(zoom.viewport(at: now) == other.viewport(at: now))
      }
      let rest = zoom.viewport(at: 3)
      #expect(rest == rest.settled())
      #expect(rest.scale >= zoom.minimumScale && rest.scale <= zoom.maximumScale)
    }
  }

  @Test("Without animation it is in place on release")
  func reducedMotion() {
    var zoom = controller(preferences: ZoomPreferences(isAnimated: false))
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 128), at: 1.1)
    #expect(zoom.viewport(at: 1.1).scale > 64)
    zoom.handle(pinch(.ended, 128), at: 1.2)
    #expect(!zoom.isMoving(at: 1.2) && zoom.viewport(at: 1.2).scale == 64)
    #expect(zoom.viewport(at: 1.2).isSettled)
  }

  // MARK: Interruptions

  @Test("Fingers catch a returning picture in place")
  func caughtOnItsWay() {
    var zoom = controller(scale: 40)
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 10), at: 1.1)
    zoom.handle(pinch(.ended, 10), at: 1.1)
    let shown = zoom.viewport(at: 1.13)
    #expect(shown.scale > 66)
    zoom.handle(pinch(.began, 1), at: 1.13)
    #expect(abs(zoom.viewport(at: 1.13).scale - shown.scale) < 1e-9)
    #expect((zoom.viewport(at: 1.13).origin - shown.origin).length < 1e-6)
    #expect(!zoom.isMoving(at: 1.13))
    // The scale is as far past the limit as if these fingers had pulled it there.
    let asked = 64 * pow(shown.scale / 64, 1 / 0.3)
    zoom.handle(pinch(.changed, 40 / asked), at: 1.2)
    #expect(abs(zoom.viewport(at: 1.2).scale - 40) < 1e-9)
  }

  @Test("A touch does not keep a scale past its limits, and its drag applies")
  func touchedOnItsWay() {
    var zoom = controller(scale: 40)
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 10), at: 1.1)
    zoom.handle(pinch(.ended, 10), at: 1.1)
    zoom.handle(.panBegan, at: 1.12)
    let before = zoom.viewport(at: 1.12)
    zoom.handle(.panMoved(by: .init(x: 30, y: -20)), at: 1.12)
    let after = zoom.viewport(at: 1.12)
    #expect((after.origin - before.origin - Point(x: 30, y: -20)).length < 1e-6)
    zoom.handle(.panEnded(velocity: .zero), at: 1.14)
    #expect(zoom.viewport(at: 3).scale == 64)
  }

  @Test("A pinch without a beginning starts at its first step; an end alone means nothing")
  func withoutABeginning() {
    var zoom = controller()
    let before = zoom.viewport(at: 1)
    zoom.handle(pinch(.ended, 3), at: 1)
    #expect(zoom.viewport(at: 1) == before)
    zoom.handle(pinch(.changed, 3), at: 1.1)
    #expect(abs(zoom.viewport(at: 1.1).scale - 1) < 1e-12)
    zoom.handle(pinch(.changed, 6), at: 1.2)
    #expect(abs(zoom.viewport(at: 1.2).scale - 2) < 1e-12)
  }

  @Test("A scale that is not a number moves nothing")
  func impossibleScales() {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 2), at: 1.1)
    let before = zoom.viewport(at: 1.1)
    for scale in [0, -1, Double.nan, .infinity] {
      zoom.handle(pinch(.changed, scale), at: 1.2)
      #expect(zoom.viewport(at: 1.2) == before)
    }
  }

  @Test("A pinch whose last scale is not a number still ends", arguments: [0, Double.nan])
  func impossibleEnd(scale: Double) {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 200), at: 1.1)
    zoom.handle(pinch(.ended, scale), at: 1.2)
    #expect(zoom.viewport(at: 3).isSettled && zoom.viewport(at: 3).scale == 64)
  }

  @Test("After a resize during a pinch the picture continues about the point between the fingers")
  func resizedUnderTheFingers() {
    var zoom = controller()
    zoom.handle(pinch(.began, 1), at: 1)
    zoom.handle(pinch(.changed, 1.2, by: .init(x: 150, y: 90)), at: 1.1)
    zoom.resize(to: .init(width: 1000, height: 600))
    zoom.handle(pinch(.changed, 1.2), at: 1.16)
    let center = Self.focus + Point(x: 150, y: 90)
    let point = zoom.viewport(at: 1.16).imagePoint(at: center)
    zoom.handle(pinch(.changed, 2.4), at: 1.2)
    #expect((zoom.viewport(at: 1.2).devicePoint(of: point) - center).length < 1)
  }

  @Test("A two-finger tap halves the scale about its centre, animated")
  func twoFingerTap() {
    var zoom = controller(scale: 4)
    let point = zoom.viewport(at: 1).imagePoint(at: Self.focus)
    zoom.handle(.zoomStep(factor: 0.5, at: Self.focus), at: 1)
    #expect(zoom.isMoving(at: 1) && abs(zoom.destination.scale - 2) < 1e-12)
    #expect((zoom.viewport(at: 3).devicePoint(of: point) - Self.focus).length <= 1)
  }
}

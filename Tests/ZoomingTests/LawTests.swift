import Geometry
import Glibc
import Testing

@testable import Zooming

@Suite("The laws of motion")
struct LawTests {
  @Test("A spring from rest covers 99 % of its way in 6.64 / ω, and never overshoots")
  func springSettles() {
    let spring = CriticallyDampedSpring(from: 0, to: 1, rate: 44, at: 2)
    #expect(spring.position(at: 2) == 0)
    #expect(abs(spring.position(at: 2 + 6.638_352 / 44) - 0.99) < 1e-6)
    for step in 0...100 { #expect(spring.position(at: 2 + Double(step) / 100) <= 1) }
    #expect(abs(ZoomController.wheelRate - 44) < 0.5)
  }

  @Test("A spring obeys its differential equation and starts with its velocity")
  func springEquation() {
    let spring = CriticallyDampedSpring(from: 3, velocity: -70, to: 1, rate: 22, at: 0)
    #expect(spring.velocity(at: 0) == -70)
    let h = 1e-5
    for time in [0.01, 0.05, 0.2] {
      let velocity = (spring.position(at: time + h) - spring.position(at: time - h)) / (2 * h)
      #expect(abs(velocity - spring.velocity(at: time)) < 1e-4)
      let acceleration = (spring.velocity(at: time + h) - spring.velocity(at: time - h)) / (2 * h)
      let law = -44 * spring.velocity(at: time) - 484 * (spring.position(at: time) - 1)
      #expect(abs(acceleration - law) < 1e-2)
    }
    let crossing = spring.crossingTime
    #expect(crossing.map { abs(spring.position(at: $0) - 1) < 1e-9 } == true)
  }

  @Test("The elastic edge follows L·tanh(x / L); a catch inverts it up to 0.99")
  func elasticEdge() {
    let edge = ElasticEdge(limit: 256)
    for excess in [-900.0, -30, 0, 1, 100, 256, 2000] {
      #expect(edge.shown(excess) == 256 * tanh(excess / 256))
      #expect(abs(edge.shown(excess)) <= 256)
    }
    #expect(edge.slope(0) == 1)
    #expect(abs(edge.excess(caughtAt: edge.shown(-300)) + 300) < 1e-9)
    #expect(edge.excess(caughtAt: 255.999) == 256 * atanh(0.99))
    #expect(ElasticEdge(limit: 0).shown(50) == 0)
  }

  @Test("A glide covers velocity × 0.25 s, starting at its velocity")
  func glide() {
    let glide = Glide(from: 100, over: Glide.distance(velocity: -2000), at: 1)
    #expect(glide.target == 100 - 500)
    #expect(glide.velocity(at: 1) == -2000)
    #expect(abs(glide.position(at: 1.25) - (100 - 500 * (1 - exp(-1)))) < 1e-9)
    #expect(abs(glide.position(at: glide.time(passing: -200)) + 200) < 1e-9)
  }

  @Test(
    "Snapping centres what fits within half a pixel and leaves no gap around larger pictures",
    arguments: [
      (700.0, 1000.0, -50.0, 150.0), (1000.4, 1000, -9, -0.2), (1000.6, 1000, -9, -0.6),
      (1500, 1000, 20, 0), (1500, 1000, -700, -500), (1500, 1000, -123.25, -123.25),
    ])
  func snapping(_ extent: Double, _ view: Double, _ origin: Double, _ snapped: Double) {
    let result = EdgeSnapping.origin(origin, extent: extent, view: view, policy: .inside)
    #expect(abs(result - snapped) < 1e-9)
  }

  @Test("A settled origin is whole: centred rounding down, or the nearest without a gap")
  func settledSnapping() {
    #expect(EdgeSnapping.settledOrigin(77, extent: 701, view: 1000, policy: .inside) == 149)
    #expect(EdgeSnapping.settledOrigin(-0.4, extent: 1001, view: 1000, policy: .inside) == 0)
    #expect(EdgeSnapping.settledOrigin(-3, extent: 1001, view: 1000, policy: .inside) == -1)
    #expect(EdgeSnapping.settledOrigin(-123.25, extent: 1500, view: 1000, policy: .inside) == -123)
  }

  @Test(
    "A double-click's target is the smallest power of two from 1.5 × fit, at most 8 × fit",
    arguments: [
      (1.0, 2.0), (0.7, 2), (0.666, 1), (0.5, 1), (0.125, 1), (0.1, 0.8), (0.01, 0.08),
    ])
  func doubleClickTarget(_ fit: Double, _ target: Double) {
    #expect(abs(DoubleClickTarget.scale(fit: fit) - target) < 1e-12)
  }

  @Test("Limits range from fit, or 1:1 for a small picture, to 64 or to filling the view")
  func limits() {
    let large = ZoomLimits(
      surface: .init(width: 1000, height: 500), shownPicture: .init(width: 2000, height: 2000))
    #expect(large.minimum == 0.25 && large.maximum == 64 && large.fit == 0.25)
    let small = ZoomLimits(
      surface: .init(width: 1000, height: 500), shownPicture: .init(width: 20, height: 20))
    #expect(small.minimum == 1 && small.fit == 1 && small.filling == 25)
    let tiny = ZoomLimits(
      surface: .init(width: 1000, height: 500), shownPicture: .init(width: 1, height: 2))
    #expect(tiny.fit == 1 && tiny.filling == 250 && tiny.maximum == 250)
    let bound = ZoomLimits(
      surface: .init(width: 1000, height: 500), shownPicture: .init(width: 1, height: 2),
      range: 1...100)
    #expect(bound.filling == 100 && bound.maximum == 100)
    #expect(large.cleaned(0.25 * (1 + 1e-12)) == 0.25)
    #expect(large.cleaned(1 - 1e-12) == 1)
  }

  @Test("A release that glides over an edge keeps its velocity there, stays within L, and returns")
  func axisMotion() {
    let edge = ElasticEdge(limit: 200)
    let motion = AxisMotion(
      releasedAt: -100, velocity: 3000, in: -1000...0, edge: edge, at: 0)
    #expect(motion.target == 0)
    let crossing = Glide(from: -100, over: 750, at: 0).time(passing: 0)
    let before = motion.velocity(at: crossing - 1e-9)
    let after = motion.velocity(at: crossing + 1e-9)
    #expect(abs(before - after) < 0.01)
    var farthest = 0.0
    for step in 0..<1000 {
      farthest = max(farthest, motion.position(at: Double(step) / 500))
    }
    #expect(farthest > 10 && farthest < 200)
    #expect(motion.isAtRest(at: 2, tolerance: 0.25))

    let thrown = AxisMotion(
      releasedAt: 0, velocity: 1e6, in: -1000...0, edge: edge, at: 0)
    for step in 0..<1000 { #expect(thrown.position(at: Double(step) / 1000) < 200) }
  }

  @Test("A picture thrown inwards from past its edge glides on inside")
  func thrownInwards() {
    let motion = AxisMotion(
      releasedAt: 60, velocity: -8000, in: -3000...0, edge: ElasticEdge(limit: 200), at: 0)
    #expect(motion.target < -200 && motion.target >= -3000)
    #expect(motion.target == motion.target.rounded())
    var last = motion.position(at: 0)
    for step in 1..<4000 {
      let place = motion.position(at: Double(step) / 1000)
      #expect(abs(place - last) < 9)
      last = place
    }
  }
}

import Geometry
import Gestures
import TestSupport
import Testing

@testable import Zooming

@Suite("Random sequences of gestures")
struct RandomGestureTests {
  private func gesture(
    _ random: inout SeededNumbers, _ surface: PixelSize, isDown: inout Bool
  ) -> Gesture {
    let point = random.point(in: surface)
    func speed() -> Double { .random(in: -3000...3000, using: &random) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      return .zoom(detents: .random(in: -4...4, using: &random), at: point, isContinuous: false)
    case 2:
      return .zoom(
        detents: Double.random(in: -2...2, using: &random).rounded(), at: .init(x: 99, y: 77),
        isContinuous: false)
    case 3:
      isDown = true
      return .panBegan
    case 4,
      5 where isDown:
      return .panMoved(by: .init(x: speed() / 8, y: speed() / 8))
    case 6 where isDown:
      isDown = false
      return .panEnded(velocity: .init(x: speed(), y: speed()))
    default: return .doubleClick(at: point)
    }
  }

  @Test("No gesture makes the picture jump, at any time")
  func continuity() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      let surface = random.size(100...2000, 100...1200)
      var zoom = ZoomController(surface: surface, picture: random.pictureSize())
      var now = 0.0
      var isDown = false
      for _ in 0..<30 {
        now += [0.001, 0.016, 0.1, 1].randomElement(using: &random) ?? 0
        let gesture = gesture(&random, surface, isDown: &isDown)
        let before = zoom.viewport(at: now)
        zoom.handle(gesture, at: now)
        let after = zoom.viewport(at: now)
        // Within 1/100 pixel of its end, a motion is over.
        var allowed = 0.02
        let extent = Double(max(surface.width, surface.height))
        #expect(
          abs(after.scale - before.scale) <= before.scale * allowed / extent,
          "seed \(seed), \(gesture)")
        if case .panMoved(let distance) = gesture { allowed = distance.length + 1.5 }
        #expect((after.origin - before.origin).length <= allowed, "seed \(seed), \(gesture)")
      }
    }
  }

  @Test("Every motion ends, in a settled view without a gap, and stays there")
  func ends() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      let surface = random.size(100...2000, 100...1200)
      var zoom = ZoomController(surface: surface, picture: random.pictureSize())
      var now = 0.0
      var isDown = false
      for _ in 0..<12 {
        now += .random(in: 0...0.2, using: &random)
        zoom.handle(gesture(&random, surface, isDown: &isDown), at: now)
      }
      zoom.handle(.panEnded(velocity: .init(x: 500, y: 0)), at: now)
      let destination = zoom.destination
      now += 4
      #expect(!zoom.isMoving(at: now), "seed \(seed)")
      let view = zoom.viewport(at: now)
      #expect(view == destination && view.isSettled, "seed \(seed)")
      #expect(view == view.settled(), "seed \(seed)")
      #expect(view.scale >= zoom.minimumScale && view.scale <= zoom.maximumScale, "seed \(seed)")
      expectNoGap(view, tolerance: 0, seed: seed)
    }
  }

  @Test("A zooming picture never leaves a gap")
  func noGap() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<200 {
      let surface = random.size(100...2000, 100...1200)
      var zoom = ZoomController(surface: surface, picture: random.pictureSize())
      for step in 0..<20 {
        let now = Double(step) * 0.05
        let point = random.point(in: surface)
        zoom.handle(
          step % 7 == 6
            ? .doubleClick(at: point)
            : .zoom(detents: .random(in: -4...4, using: &random), at: point, isContinuous: false),
          at: now)
        for frame in 0..<5 {
          let view = zoom.viewport(at: now + Double(frame) * 0.01)
          expectNoGap(view, tolerance: 1, seed: seed)
          #expect(
            view.scale >= zoom.minimumScale && view.scale <= zoom.maximumScale, "seed \(seed)")
        }
      }
    }
  }

  private func expectNoGap(_ view: Viewport, tolerance: Double, seed: UInt64) {
    let size = view.shownSize
    for (origin, extent, room) in [
      (view.origin.x, size.x, Double(view.surface.width)),
      (view.origin.y, size.y, Double(view.surface.height)),
    ] {
      if extent > room + 0.5 {
        #expect(origin <= tolerance && origin + extent >= room - tolerance, "seed \(seed)")
      } else {
        #expect(abs(origin - (room - extent) / 2) <= max(0.5, tolerance), "seed \(seed)")
      }
    }
  }
}

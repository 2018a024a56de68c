import Geometry
import Gestures
import Glibc
import TestSupport
import Testing

@testable import Zooming

@Suite("Pans at the edges")
struct OfferedPanTests {
  /// Denies pans in some directions, and records its questions.
  private final class Album: PanningDelegate {
    let noes: Set<PanDirection>
    var questions: [PanRequest] = []

    init(_ noes: Set<PanDirection> = [.left, .right]) { self.noes = noes }

    func allowsPan(_ request: PanRequest) -> Bool {
      questions.append(request)
      return !noes.contains(request.direction)
    }
  }

  static let surface = PixelSize(width: 1000, height: 500)
  static let picture = PixelSize(width: 4000, height: 3000)

  private func fitting() -> ZoomController {
    ZoomController(surface: Self.surface, picture: Self.picture)
  }

  /// At 1:1, with an image point in the centre as far as the edges allow.
  private func zoomed(
    _ center: Point, preferences: ZoomPreferences = ZoomPreferences()
  ) -> ZoomController {
    var zoom = ZoomController(
      surface: Self.surface, picture: Self.picture, preferences: preferences)
    zoom.setScale(1, centerImagePoint: center, animated: false, now: 0)
    return zoom
  }

  /// Pans in steps of 10 ms, and returns the offered pans with the index of their step.
  private func pan(
    _ zoom: inout ZoomController, _ steps: [Point], asking album: Album, from start: Double = 1
  ) -> [(step: Int, OfferedPan)] {
    zoom.handle(.panBegan, at: start, asking: album)
    var given: [(Int, OfferedPan)] = []
    for (index, step) in steps.enumerated() {
      let now = start + Double(index + 1) / 100
      if let offered = zoom.handle(.panMoved(by: step), at: now, asking: album) {
        given.append((index, offered))
      }
    }
    return given
  }

  // MARK: Offered pans

  @Test("A fit view offers a sideways pan with all its travel and its velocity")
  func wholePicture() {
    let album = Album()
    var zoom = fitting()
    let given = pan(
      &zoom, [.init(x: -5, y: 1), .init(x: -5, y: 0), .init(x: -5, y: 0)], asking: album)
    #expect(given.count == 1)
    #expect(given.first?.step == 1)
    guard let offered = given.first?.1 else { return }
    #expect(offered.direction == .right && offered.distance == -10 && offered.fits)
    #expect(abs(offered.velocity + 500) < 1e-6)
    #expect(album.questions == [PanRequest(direction: .right, beganAtEdge: true, fits: true)])
    #expect(zoom.viewport(at: 1.1) == Viewport(fitting: Self.picture, on: Self.surface))
    #expect(!zoom.isMoving(at: 1.1))
  }

  @Test(
    "An outward pan at an edge is offered in each direction",
    arguments: [
      (PanDirection.left, Point(x: 20, y: 3)), (.right, Point(x: -20, y: -3)),
      (.up, Point(x: 3, y: 20)), (.down, Point(x: -3, y: -20)),
    ])
  func everyEdge(direction: PanDirection, way: Point) {
    let album = Album(Set(PanDirection.allCases))
    let isFar = direction == .right || direction == .down
    var zoom = zoomed(isFar ? .init(x: 4000, y: 3000) : .zero)
    let before = zoom.viewport(at: 1)
    let given = pan(&zoom, [way], asking: album)
    #expect(given.count == 1)
    let offered = given.first?.1
    #expect(offered?.direction == direction && offered?.fits == false)
    #expect(offered?.distance == (direction.isSideways ? way.x : way.y))
    // The part that was not offered, a little along the other axis, pans the picture or is dropped.
    #expect((zoom.viewport(at: 1.1).origin - before.origin).length <= 3)
    zoom.handle(.panEnded(velocity: .zero), at: 1.2, asking: album)
    #expect(zoom.viewport(at: 3) == zoom.viewport(at: 3).settled())
  }

  @Test("A pan from an edge into the picture loses no pixel, and the delegate is not asked")
  func inwards() {
    let album = Album()
    var zoom = zoomed(.init(x: 0, y: 1500))
    let given = pan(&zoom, [.init(x: -5, y: 1), .init(x: -30, y: 0)], asking: album)
    #expect(given.isEmpty && album.questions.isEmpty)
    #expect(zoom.viewport(at: 1.1).origin == Point(x: -35, y: -1249))
  }

  @Test("A pan that turns back to its edge later is not offered, and stops there")
  func turnsRound() {
    let album = Album()
    var zoom = zoomed(.init(x: 0, y: 1500))
    let given = pan(&zoom, [.init(x: -40, y: 0), .init(x: 90, y: 0)], asking: album)
    #expect(given.isEmpty)
    #expect(zoom.viewport(at: 1.5).origin.x == 0)
    #expect(album.questions == [PanRequest(direction: .left, beganAtEdge: false, fits: false)])
  }

  @Test("A pan along an edge that drifts over it is not offered")
  func alongAnEdge() {
    let album = Album()
    var zoom = zoomed(.init(x: 0, y: 1500))
    let given = pan(
      &zoom, [.init(x: 0, y: 20), .init(x: 0, y: 15), .init(x: 200, y: 5)], asking: album)
    #expect(given.isEmpty)
    #expect(zoom.viewport(at: 1.1).origin == Point(x: 0, y: -1210))
  }

  @Test("A diagonal pan waits until its longer axis is clear")
  func diagonal() {
    let album = Album()
    var zoom = fitting()
    let steps = [Point](repeating: .init(x: 6, y: 5), count: 4)
    let given = pan(&zoom, steps, asking: album)
    // 24 pixels of movement are 3.07 steps of 7.81.
    #expect(given.map(\.step) == [3])
    #expect(given.first?.1.distance == 24)
  }

  @Test("If the delegate says yes, the pan is elastic, and that side is not asked about again")
  func yes() {
    let album = Album([])
    var zoom = zoomed(.init(x: 0, y: 1500))
    let given = pan(
      &zoom, [.init(x: 40, y: 0), .init(x: 40, y: 0), .init(x: -60, y: 0), .init(x: 80, y: 0)],
      asking: album)
    #expect(given.isEmpty)
    #expect(abs(zoom.viewport(at: 1.1).origin.x - 200 * tanh(100.0 / 200)) <= 0.5)
    #expect(album.questions == [PanRequest(direction: .left, beganAtEdge: true, fits: false)])
  }

  @Test("Without a delegate every pan moves the picture")
  func withoutADelegate() {
    var zoom = fitting()
    zoom.handle(.panBegan, at: 1)
    #expect(zoom.handle(.panMoved(by: .init(x: 300, y: 0)), at: 1.1) == nil)
  }

  @Test("An offered pan includes the overscroll")
  func caughtPastTheEdge() {
    let album = Album()
    var zoom = zoomed(.init(x: 0, y: 1500))
    _ = pan(&zoom, [.init(x: 150, y: 0)], asking: Album([]))
    zoom.handle(.panEnded(velocity: .zero), at: 1.01)
    let shown = zoom.viewport(at: 1.03).origin.x
    #expect(shown > 50)
    zoom.handle(.panBegan, at: 1.03, asking: album)
    #expect(zoom.viewport(at: 1.03).origin.x == shown)
    let offered = zoom.handle(
      .panMoved(by: .init(x: 12, y: 0)), at: 1.04, asking: album)
    // The receiver draws it where it is: seamless, except for the fraction of a pixel.
    #expect(offered.map { abs($0.distance - (shown + 12)) <= 0.5 } == true)
    #expect(zoom.viewport(at: 1.04).origin.x == 0)
  }

  // MARK: Denied pans that are not offered

  @Test("If the delegate says no, the edge is hard, for a drag and for a glide")
  func noElastic() {
    let album = Album()
    var zoom = zoomed(.init(x: 700, y: 1500))
    zoom.handle(.panBegan, at: 1, asking: album)
    for step in 1...40 {
      let now = 1 + Double(step) / 100
      zoom.handle(.panMoved(by: .init(x: 10, y: 0)), at: now, asking: album)
      #expect(zoom.viewport(at: now).origin.x == min(0, -200 + Double(step) * 10))
    }
    zoom.handle(.panEnded(velocity: .init(x: 1000, y: 0)), at: 1.41, asking: album)
    for frame in 0...60 { #expect(zoom.viewport(at: 1.41 + Double(frame) / 60).origin.x == 0) }

    zoom = zoomed(.init(x: 700, y: 1500))
    zoom.handle(.panBegan, at: 1, asking: album)
    zoom.handle(.panMoved(by: .init(x: 20, y: 0)), at: 1.01, asking: album)
    zoom.handle(.panEnded(velocity: .init(x: 2000, y: 0)), at: 1.02, asking: album)
    var last = zoom.viewport(at: 1.02).origin.x
    for frame in 0...120 {
      let x = zoom.viewport(at: 1.02 + Double(frame) / 60).origin.x
      #expect(x >= last && x <= 0)
      last = x
    }
    #expect(last == 0 && !zoom.isMoving(at: 4))
    #expect(
      album.questions.last == PanRequest(direction: .left, beganAtEdge: false, fits: false))
  }

  @Test("The delegate is asked at most once per side in a pan")
  func askedOnce() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<200 {
      let album = Album(Set(PanDirection.allCases.filter { _ in Bool.random(using: &random) }))
      var zoom = zoomed(random.point(in: Self.picture))
      let steps = (0..<30).map { _ in
        Point(
          x: .random(in: -400...400, using: &random), y: .random(in: -400...400, using: &random))
      }
      let given = pan(&zoom, steps, asking: album)
      zoom.handle(.panEnded(velocity: .init(x: 3000, y: 100)), at: 1.31, asking: album)
      let directions = album.questions.map(\.direction)
      #expect(Set(directions).count == directions.count, "seed \(seed)")
      #expect(given.count <= 1, "seed \(seed)")
      for (_, offered) in given {
        #expect(album.noes.contains(offered.direction), "seed \(seed)")
        #expect(
          album.questions.contains {
            $0.direction == offered.direction && $0.beganAtEdge
          }, "seed \(seed)")
      }
    }
  }

  @Test("A quick pan inside a zoomed picture is never offered, and never leaves it")
  func neverFlipsThePage() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    let album = Album(Set(PanDirection.allCases))
    for _ in 0..<300 {
      // At least one pixel from every edge, so that it begins inside.
      var zoom = zoomed(
        .init(
          x: .random(in: 502...3498, using: &random), y: .random(in: 252...2748, using: &random)))
      let speed = Double.random(in: 10...900, using: &random)
      let angle = Double.random(in: 0...2 * .pi, using: &random)
      let step = Point(x: cos(angle) * speed, y: sin(angle) * speed)
      let steps = [Point](repeating: step, count: .random(in: 1...20, using: &random))
      let given = pan(&zoom, steps, asking: album)
      #expect(given.isEmpty, "seed \(seed)")
      let end = 1 + Double(steps.count) / 100
      zoom.handle(.panEnded(velocity: step * 100), at: end, asking: album)
      for frame in 0...40 {
        // Only the dominant direction is asked about: the other axis may overscroll.
        let origin = zoom.viewport(at: end + Double(frame) / 20).origin
        if abs(step.x) >= abs(step.y) {
          #expect(origin.x <= 0 && origin.x >= -3000, "seed \(seed)")
        } else {
          #expect(origin.y <= 0 && origin.y >= -2500, "seed \(seed)")
        }
      }
    }
  }

  @Test("A picture that is zoomed while it is held leaves its edge")
  func zoomedUnderTheFinger() {
    for isAnimated in [true, false] {
      let album = Album()
      var zoom = fitting()
      zoom.preferences.isAnimated = isAnimated
      zoom.handle(.panBegan, at: 1, asking: album)
      zoom.handle(
        .zoom(detents: 8, at: .init(x: 500, y: 250), isContinuous: true), at: 1.1, asking: album)
      let first = zoom.handle(
        .panMoved(by: .init(x: 30, y: 0)), at: 2, asking: album)
      let second = zoom.handle(
        .panMoved(by: .init(x: 30, y: 0)), at: 2.1, asking: album)
      #expect(first == nil && second == nil)
    }
  }

  @Test("Setting the scale without animation also takes a held picture from its edge")
  func scaledUnderTheFinger() {
    let album = Album()
    var zoom = fitting()
    zoom.handle(.panBegan, at: 1, asking: album)
    zoom.setScale(1, centerImagePoint: .init(x: 2000, y: 1500), animated: false, now: 1.1)
    let offered = zoom.handle(
      .panMoved(by: .init(x: 30, y: 0)), at: 1.2, asking: album)
    #expect(offered == nil)
    #expect(zoom.viewport(at: 1.2).origin.x == -1470)
  }
}

import Geometry
import Gestures
import Glibc
import Testing

@testable import Zooming

@Suite("Panning")
struct PanTests {
  static let surface = PixelSize(width: 1000, height: 500)
  static let picture = PixelSize(width: 4000, height: 3000)

  private func controller(center: Point = .init(x: 2000, y: 1500)) -> ZoomController {
    var zoom = ZoomController(surface: Self.surface, picture: Self.picture)
    zoom.setScale(1, centerImagePoint: center, animated: false, now: 0)
    return zoom
  }

  private func touch(_ zoom: inout ZoomController, dragging distance: Point, at now: Double) {
    zoom.handle(.panBegan, at: now)
    zoom.handle(.panMoved(by: distance), at: now)
  }

  @Test("A drag moves one to one, on whole pixels, as sharp as at rest")
  func oneToOne() {
    var zoom = controller()
    touch(&zoom, dragging: .init(x: -33, y: 21), at: 1)
    let view = zoom.viewport(at: 1)
    #expect(view.origin == Point(x: -1533, y: -1229) && view.isSettled && view.scale == 1)
    #expect(zoom.destination == view && !zoom.isMoving(at: 1))
    zoom.handle(.panMoved(by: .init(x: 0.75, y: 0)), at: 1.1)
    #expect(zoom.viewport(at: 1.1).origin.x == -1532)
    zoom.handle(.panEnded(velocity: .init(x: 80, y: 80)), at: 1.2)
    #expect(!zoom.isMoving(at: 1.2) && zoom.viewport(at: 1.2).origin.x == -1532)
  }

  @Test("A click without movement changes nothing")
  func click() {
    var zoom = ZoomController(
      surface: .init(width: 641, height: 479), picture: .init(width: 3333, height: 2222))
    zoom.handle(.zoom(detents: 2.3, at: .init(x: 17, y: 200), isContinuous: false), at: 0)
    let before = zoom.viewport(at: 2)
    zoom.handle(.panBegan, at: 2)
    zoom.handle(.panEnded(velocity: .zero), at: 2.1)
    zoom.handle(.click(button: 1, at: .init(x: 5, y: 5)), at: 2.1)
    #expect(zoom.viewport(at: 2.1) == before && !zoom.isMoving(at: 2.1))
    // The zoom steps before it can still be undone.
    zoom.handle(.zoom(detents: -2.3, at: .init(x: 17, y: 200), isContinuous: false), at: 3)
    #expect(zoom.viewport(at: 5).isFit)
  }

  @Test(
    "Past an edge the excess is shown as L·tanh(x / L)", arguments: [10.0, 100, 200, 400, 3000])
  func elastic(excess: Double) {
    var zoom = controller(center: .zero)
    #expect(zoom.viewport(at: 1).origin == .zero)
    touch(&zoom, dragging: .init(x: excess, y: excess), at: 1)
    let origin = zoom.viewport(at: 1).origin
    #expect(abs(origin.x - 200 * tanh(excess / 200)) <= 0.5)
    #expect(abs(origin.y - 100 * tanh(excess / 100)) <= 0.5)
    #expect(zoom.destination.origin == .zero)
  }

  @Test("Released, it returns critically damped with ω = 22, exactly to the edge")
  func springsBack() {
    var zoom = controller(center: .zero)
    touch(&zoom, dragging: .init(x: 150, y: 0), at: 1)
    zoom.handle(.panEnded(velocity: .zero), at: 1)
    let start = 200 * tanh(150.0 / 200)
    for step in 0...20 {
      let time = Double(step) * 0.02
      let law = start * (1 + 22 * time) * exp(-22 * time)
      #expect(abs(zoom.viewport(at: 1 + time).origin.x - law) <= 0.5 + 1e-9)
    }
    #expect(!zoom.isMoving(at: 1.6) && zoom.viewport(at: 1.6).origin == .zero)
  }

  @Test("Caught while returning, the picture neither jumps nor forgets its overscroll")
  func caughtElastic() {
    var zoom = controller(center: .zero)
    touch(&zoom, dragging: .init(x: 300, y: 0), at: 1)
    zoom.handle(.panEnded(velocity: .zero), at: 1)
    let shown = zoom.viewport(at: 1.03).origin.x
    #expect(shown > 50 && shown < 180)
    zoom.handle(.panBegan, at: 1.03)
    #expect(zoom.viewport(at: 1.03).origin.x == shown && zoom.viewport(at: 9).origin.x == shown)
    zoom.handle(.panMoved(by: .init(x: 50, y: 0)), at: 2)
    let law = 200 * tanh((200 * atanh(shown / 200) + 50) / 200)
    #expect(abs(zoom.viewport(at: 2).origin.x - law) <= 1)
  }

  @Test("An elastic limit of 0 makes edges hard")
  func hardEdges() {
    var zoom = controller(center: .zero)
    zoom.preferences.elasticLimit = 0
    touch(&zoom, dragging: .init(x: 300, y: 40), at: 1)
    #expect(zoom.viewport(at: 1).origin == .zero)
    zoom.handle(.panEnded(velocity: .init(x: 5000, y: 0)), at: 1.1)
    #expect(zoom.viewport(at: 1.2).origin == .zero)
  }

  @Test("A picture smaller than the view stays centred during drags")
  func fitsStaysCentred() {
    var zoom = ZoomController(surface: Self.surface, picture: .init(width: 301, height: 200))
    touch(&zoom, dragging: .init(x: 250, y: -400), at: 1)
    #expect(zoom.viewport(at: 1).origin == Point(x: 349, y: 150))
    zoom.handle(.panEnded(velocity: .init(x: 4000, y: 4000)), at: 1.1)
    #expect(!zoom.isMoving(at: 1.1) && zoom.viewport(at: 1.1).origin == Point(x: 349, y: 150))
    // On one axis only: a wide picture moves only along its width.
    zoom = ZoomController(surface: Self.surface, picture: .init(width: 3000, height: 301))
    zoom.setScale(1, animated: false, now: 0)
    touch(&zoom, dragging: .init(x: 50, y: 50), at: 1)
    #expect(zoom.viewport(at: 1).origin == Point(x: -950, y: 99))
  }

  @Test("Released above 120 px/s it glides for velocity × 0.25 s; slower, it stays")
  func glides() {
    var zoom = controller()
    touch(&zoom, dragging: .init(x: -1, y: 0), at: 1)
    zoom.handle(.panEnded(velocity: .init(x: 1000, y: -400)), at: 1)
    #expect(zoom.destination.origin == Point(x: -1501 + 250, y: -1250 - 100))
    let quarter = zoom.viewport(at: 1.25).origin
    #expect(abs(quarter.x - (-1501 + 250 * (1 - exp(-1)))) <= 0.5)
    #expect(!zoom.isMoving(at: 3) && zoom.viewport(at: 3) == zoom.destination)

    zoom.preferences.glides = false
    touch(&zoom, dragging: .init(x: -1, y: 0), at: 4)
    zoom.handle(.panEnded(velocity: .init(x: 1000, y: 0)), at: 4)
    #expect(!zoom.isMoving(at: 4))
  }

  @Test("A glide that meets an edge overshoots and returns")
  func glideOverEdge() {
    var zoom = controller(center: .init(x: 600, y: 1500))
    touch(&zoom, dragging: .init(x: 1, y: 0), at: 1)
    zoom.handle(.panEnded(velocity: .init(x: 2500, y: 0)), at: 1)
    let places = (0..<200).map { zoom.viewport(at: 1 + Double($0) / 100).origin.x }
    #expect(places.contains { $0 > 15 } && !places.contains { $0 > 200 })
    #expect(zoom.destination.origin.x == 0 && places.last == 0)
  }

  @Test("A touch stops a glide in place")
  func catchesGlide() {
    var zoom = controller()
    touch(&zoom, dragging: .init(x: -1, y: 0), at: 1)
    zoom.handle(.panEnded(velocity: .init(x: -3000, y: 100)), at: 1)
    let shown = zoom.viewport(at: 1.1)
    zoom.handle(.panBegan, at: 1.1)
    #expect(zoom.viewport(at: 1.1) == shown && zoom.viewport(at: 5) == shown)
    zoom.handle(.panEnded(velocity: .zero), at: 5)
    #expect(zoom.viewport(at: 6) == shown)
  }

  @Test("A touch stops a zoom at its current scale, and the view settles there")
  func catchesZoom() {
    var zoom = controller()
    zoom.handle(.zoom(detents: 6, at: .init(x: 333, y: 222), isContinuous: false), at: 1)
    let shown = zoom.viewport(at: 1.05)
    zoom.handle(.panBegan, at: 1.05)
    #expect(abs(zoom.viewport(at: 1.05).scale - shown.scale) < 1e-12)
    #expect((zoom.viewport(at: 1.05).origin - shown.origin).length < 1e-6)
    zoom.handle(.panEnded(velocity: .zero), at: 1.2)
    let end = zoom.viewport(at: 2)
    #expect(end.isSettled && end.scale == shown.scale)
    #expect((end.origin - shown.origin).length <= 1)
  }

  @Test("Arrow keys pan as far as the edges allow, animated and without a jump")
  func keys() {
    var zoom = controller()
    zoom.pan(by: .init(x: -100, y: 0), now: 1)
    #expect(zoom.destination.origin == Point(x: -1600, y: -1250))
    #expect(zoom.viewport(at: 1).origin.x == -1500 && zoom.viewport(at: 1.05).isSettled)
    let shown = zoom.viewport(at: 1.05)
    zoom.pan(by: .init(x: -100, y: 0), now: 1.05)
    #expect(zoom.viewport(at: 1.05) == shown && zoom.destination.origin.x == -1700)
    zoom.pan(by: .init(x: 1e9, y: 0), now: 2)
    #expect(zoom.viewport(at: 4).origin.x == 0)
    #expect(!zoom.canPan(.left) && zoom.canPan(.right) && zoom.canPan(.up) && zoom.canPan(.down))
    #expect(!zoom.fitsHorizontally)
    zoom.zoomToFit(at: 5)
    #expect(zoom.fitsHorizontally && zoom.fitsVertically && !zoom.canPan(.right))
  }
}

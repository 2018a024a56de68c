import Geometry
import Gestures
import Testing

@testable import Zooming

/// Where pictures may rest, and what a double click does, according to the user's settings.
struct EdgePolicyTests {
  private let surface = PixelSize(width: 600, height: 400)

  private func controller(
    _ policy: EdgePolicy, picture: PixelSize, scale: Double
  ) -> ZoomController {
    var controller = ZoomController(
      surface: surface, picture: picture,
      preferences: ZoomPreferences(elasticLimit: 0, edgePolicy: policy, isAnimated: false))
    controller.setScale(scale, animated: false, now: 0)
    return controller
  }

  private func dragged(_ controller: ZoomController, by way: Point) -> Viewport {
    var controller = controller
    controller.handle(.panBegan, at: 1)
    controller.handle(.panMoved(by: way), at: 1.1)
    controller.handle(.panEnded(velocity: .zero), at: 2)
    return controller.viewport(at: 3)
  }

  @Test(arguments: [
    (EdgePolicy.inside, Point(x: 0, y: 0), Point(x: -900, y: -600)),
    (.centered, Point(x: 300, y: 200), Point(x: -1200, y: -800)),
    (.free, Point(x: 552, y: 352), Point(x: -1452, y: -952)),
  ])
  func aDraggedLargePictureFollowsTheEdgePolicy(policy: EdgePolicy, highest: Point, lowest: Point) {
    let start = controller(policy, picture: PixelSize(width: 1500, height: 1000), scale: 1)
    #expect(dragged(start, by: Point(x: 5000, y: 5000)).origin == highest)
    #expect(dragged(start, by: Point(x: -5000, y: -5000)).origin == lowest)
    let near = dragged(start, by: Point(x: -30, y: 17))
    #expect(near.origin == Point(x: -450 - 30, y: -300 + 17))
  }

  @Test(arguments: [
    (EdgePolicy.inside, Point(x: 250, y: 180)), (.centered, Point(x: 300, y: 200)),
    (.free, Point(x: 552, y: 360)),
  ])
  func aDraggedSmallPictureFollowsTheEdgePolicy(policy: EdgePolicy, highest: Point) {
    let start = controller(policy, picture: PixelSize(width: 100, height: 40), scale: 1)
    #expect(start.viewport(at: 0).origin == Point(x: 250, y: 180))
    #expect(dragged(start, by: Point(x: 5000, y: 5000)).origin == highest)
  }

  @Test(arguments: [EdgePolicy.centered, .free])
  func zoomingBesideThePictureKeepsThatPoint(policy: EdgePolicy) {
    var controller = controller(policy, picture: PixelSize(width: 300, height: 300), scale: 1)
    let corner = Point(x: 10, y: 10)
    let before = controller.viewport(at: 0).imagePoint(at: corner)
    controller.handle(.zoom(detents: 2, at: corner, isContinuous: false), at: 1)
    let after = controller.viewport(at: 5).imagePoint(at: corner)
    #expect(abs(before.x - after.x) < 1 && abs(before.y - after.y) < 1)
  }

  @Test func aDoubleClickFollowsItsSetting() {
    var controller = ZoomController(
      surface: surface, picture: PixelSize(width: 3000, height: 2000),
      preferences: ZoomPreferences(doubleClickScale: 3, isAnimated: false))
    controller.handle(.doubleClick(at: Point(x: 300, y: 200)), at: 1)
    #expect(controller.viewport(at: 2).scale == 3)
    controller.handle(.doubleClick(at: Point(x: 300, y: 200)), at: 3)
    #expect(controller.viewport(at: 4).isFit)
  }
}

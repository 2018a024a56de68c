import Geometry
import Testing
import Zooming

@testable import Viewer

/// Sideways steps: they pan, or go to a neighbour.
@Suite struct NeighbourTests {
  private func controller(width: Int) -> ZoomController {
    ZoomController(
      surface: PixelSize(width: 400, height: 300), picture: PixelSize(width: width, height: 300),
      preferences: ZoomPreferences(isAnimated: false))
  }

  @Test func arrowsGoToNeighboursIfTheWholeWidthIsVisible() {
    let fitting = controller(width: 400)
    var near = controller(width: 4000)
    near.setScale(1, centerImagePoint: nil, animated: false, now: 0)
    for (direction, destination) in [
      (PanDirection.left, Album.Destination.previous), (.right, .next),
    ] {
      #expect(fitting.neighbour(beyond: direction) == destination)
      #expect(near.neighbour(beyond: direction) == nil)
    }
    #expect(fitting.neighbour(beyond: .up) == nil && fitting.neighbour(beyond: .down) == nil)
  }

  @Test func anArrowMovesTheViewWhereItPoints() {
    var zoom = controller(width: 400)
    zoom.setScale(4, centerImagePoint: Point(x: 200, y: 150), animated: false, now: 0)
    let before = zoom.destination.origin
    zoom.perform(.pan(.right), at: 0)
    #expect(abs(zoom.destination.origin.x - (before.x - 60)) <= 1)
  }
}

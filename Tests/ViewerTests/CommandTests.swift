import Geometry
import Testing
import Zooming

@testable import Viewer

/// The part of the viewer that handles each command.
@Suite struct CommandTests {
  private func controller(width: Int) -> ZoomController {
    ZoomController(
      surface: PixelSize(width: 400, height: 300), picture: PixelSize(width: width, height: 300),
      preferences: ZoomPreferences(isAnimated: false))
  }

  @Test func theViewPerformsItsOwnCommands() {
    var zoom = controller(width: 4000)
    let fit = zoom.destination.scale
    zoom.perform(.zoomIn, at: 0)
    #expect(abs(zoom.destination.scale - fit * 1.25) < 1e-9)
    #expect(Command.view(.zoomIn).change(of: zoom) == .zoomIn)
    for command in [Command.next, .nextPage, .compare, .savePicture, .quit, .toggle(.tiles)] {
      #expect(command.change(of: zoom) == nil, "\(command)")
    }
  }

  @Test func arrowsTurnPagesIfThePictureFits() {
    let (fitting, wide) = (controller(width: 400), controller(width: 4000))
    var near = wide
    near.setScale(1, centerImagePoint: nil, animated: false, now: 0)
    for (direction, destination) in [
      (PanDirection.left, Album.Destination.previous), (.right, .next),
    ] {
      let command = Command.view(.pan(direction))
      #expect(command.change(of: fitting) == nil && command.sideways == destination)
      #expect(command.change(of: near) == .pan(direction))
    }
    let command = Command.view(.pan(.up))
    #expect(command.change(of: fitting) == .pan(.up) && command.sideways == nil)
  }

  @Test func anArrowMovesTheViewInItsDirection() {
    var zoom = controller(width: 400)
    zoom.setScale(4, centerImagePoint: Point(x: 200, y: 150), animated: false, now: 0)
    let before = zoom.destination.origin
    zoom.perform(.pan(.right), at: 0)
    #expect(abs(zoom.destination.origin.x - (before.x - 60)) <= 1)
  }

  @Test func albumCommandsHaveTheirDestination() {
    #expect(Command.last.destination == .last && Command.view(.zoomIn).destination == nil)
    #expect(Command.previousPage.pages == -1 && Command.next.pages == nil)
  }
}

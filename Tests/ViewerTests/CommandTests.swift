import Geometry
import Testing
import Zooming

@testable import Viewer

/// Which part of the viewer a command is for.
@Suite struct CommandTests {
  private func controller(width: Int) -> ZoomController {
    ZoomController(
      surface: PixelSize(width: 400, height: 300), picture: PixelSize(width: width, height: 300),
      preferences: ZoomPreferences(isAnimated: false))
  }

  @Test func theViewTakesItsOwn() {
    var zoom = controller(width: 4000)
    let fit = zoom.destination.scale
    let isTaken = zoom.perform(.zoomIn, pointer: nil, at: 0)
    #expect(isTaken && abs(zoom.destination.scale - fit * 1.25) < 1e-9)
    for command in [Command.next, .nextPage, .compare, .savePicture, .quit, .toggleTiles] {
      let isTaken = zoom.perform(command, pointer: nil, at: 0)
      #expect(!isTaken, "\(command)")
    }
  }

  @Test func arrowsAreTheAlbumsWhereThePictureFits() {
    var zoom = controller(width: 400)
    let before = zoom.destination
    for (command, destination) in [
      (Command.pan(.left), Album.Destination.previous), (.pan(.right), .next),
    ] {
      let isTaken = zoom.perform(command, pointer: nil, at: 0)
      #expect(!isTaken && command.sideways == destination)
    }
    #expect(zoom.destination == before)
    let isTaken = zoom.perform(.pan(.up), pointer: nil, at: 0)
    #expect(isTaken && Command.pan(.up).sideways == nil)
  }

  @Test func anArrowMovesTheViewWhereItPoints() {
    var zoom = controller(width: 400)
    zoom.setScale(4, centerImagePoint: Point(x: 200, y: 150), animated: false, now: 0)
    let before = zoom.destination.origin
    let isTaken = zoom.perform(.pan(.right), pointer: nil, at: 0)
    #expect(isTaken && abs(zoom.destination.origin.x - (before.x - 60)) <= 1)
  }

  @Test func theAlbumsOwnAreNamed() {
    #expect(Command.last.destination == .last && Command.zoomIn.destination == nil)
    #expect(Command.previousPage.pages == -1 && Command.next.pages == nil)
  }
}

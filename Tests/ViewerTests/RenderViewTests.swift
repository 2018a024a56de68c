import Geometry
import Testing
import Zooming

@testable import Viewer

@Suite struct RenderViewTests {
  let picture = PixelSize(width: 400, height: 300)

  @Test func aViewIsCroppedToItsPicture() throws {
    let viewport = Viewport(
      surface: PixelSize(width: 500, height: 200), picture: picture, scale: 1,
      origin: Point(x: 50, y: -60), isSettled: true)
    let view = try #require(
      RenderView(picturePartOf: viewport, magnification: .crisp, split: 70))
    #expect(view.area == PixelRect(minX: 50, minY: 0, maxX: 450, maxY: 200))
    #expect(view.viewport == viewport && view.split == 70 && view.magnification == .crisp)
  }

  @Test func anEmptyViewCannotBeRendered() {
    let viewport = Viewport(
      surface: PixelSize(width: 500, height: 200), picture: picture, scale: 1,
      origin: Point(x: 500, y: 0), isSettled: true)
    #expect(RenderView(picturePartOf: viewport, magnification: .automatic, split: nil) == nil)
  }

  @Test func aWholePictureKeepsItsOrientation() {
    let turned = RenderView.whole(
      picture, orientation: Orientation(isMirrored: false, quarterTurns: 1))
    #expect(turned.area == PixelRect(minX: 0, minY: 0, maxX: 300, maxY: 400))
    #expect(turned.viewport.shownRect == turned.viewport.surfaceRect)
    #expect(RenderView.whole(picture).viewport.scale == 1)
  }
}

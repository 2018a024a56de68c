import Geometry
import Testing

@testable import Viewer

/// The views that are printed and set as wallpapers.
@Suite struct DesktopViewTests {
  private let turned = Orientation(quarterTurns: 1)

  @Test func aSmallPictureIsDrawnWhole() {
    let size = PixelSize(width: 300, height: 200)
    #expect(
      RenderView.whole(size, orientation: turned, mostPixels: 60_000)
        == .whole(size, orientation: turned))
  }

  @Test(arguments: [
    PixelSize(width: 100_000, height: 80_000), PixelSize(width: 1, height: 1 << 40),
    PixelSize(width: 1 << 44, height: 1 << 44),
  ])
  func aHugePictureIsScaledDown(size: PixelSize) {
    let view = RenderView.whole(size, orientation: turned, mostPixels: 64_000_000)
    let (width, height) = (view.area.size.width, view.area.size.height)
    #expect(width >= 1 && height >= 1)
    #expect(width * height <= 64_000_000 || width == 1 || height == 1)
    #expect(view.viewport.scale <= 1 && view.viewport.scale > 0)
  }

  @Test(arguments: [
    PixelSize(width: 300, height: 200), PixelSize(width: 10, height: 4000),
    PixelSize(width: 50_000, height: 50_000),
  ])
  func aSurfaceIsFilledFromTheMiddle(size: PixelSize) {
    let surface = PixelSize(width: 1920, height: 1080)
    for orientation in [Orientation.identity, turned] {
      let view = RenderView.filling(surface, with: size, orientation: orientation)
      let shown = view.viewport.shownRect
      #expect(view.area == PixelRect(surface))
      #expect(shown.minX <= 1e-6 && shown.minY <= 1e-6)
      #expect(shown.maxX >= 1920 - 1e-6 && shown.maxY >= 1080 - 1e-6)
      #expect(abs(shown.minX + shown.maxX - 1920) < 1e-3)
      #expect(abs(shown.minY + shown.maxY - 1080) < 1e-3)
    }
  }
}

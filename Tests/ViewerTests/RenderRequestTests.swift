import Geometry
import Testing

@testable import Viewer

@Suite struct RenderRequestTests {
  private let picture = Extent(width: 6000, height: 4000)

  @Test func theWholePictureIsTheDefault() {
    let view = RenderRequest().viewport(of: picture)
    #expect(view.surface == picture.pixels)
    #expect(view.scale == 1)
    #expect(view.origin == .zero)
  }

  @Test func aZoomScalesTheFile() {
    let view = RenderRequest(zoom: .scale(0.27)).viewport(of: picture)
    #expect(view.surface == PixelSize(width: 1620, height: 1080))
  }

  /// A page is seldom of whole pixels: its size at a zoom is not that of its rounded size.
  @Test func aZoomScalesWhatIsNoWholePixels() {
    let page = Extent(width: 793.7, height: 1122.52)
    #expect(
      RenderRequest(zoom: .scale(10)).viewport(of: page).surface
        == PixelSize(width: 7937, height: 11_225))
  }

  @Test func aSizeFits() {
    let view = RenderRequest(size: PixelSize(width: 1200, height: 900)).viewport(of: picture)
    #expect(view.surface == PixelSize(width: 1200, height: 900))
    #expect(view.scale == 0.2)
    #expect(view.origin == Point(x: 0, y: 50))
  }

  @Test func aDrawingFitsEnlarged() {
    let request = RenderRequest(size: PixelSize(width: 1200, height: 900))
    let drawing = Extent(width: 60, height: 30)
    #expect(request.viewport(of: drawing).scale == 1)
    let view = request.viewport(of: drawing, enlargesToFit: true)
    #expect(view.scale == 20 && view.origin == Point(x: 0, y: 150))
  }

  @Test func aCentreIsInTheMiddle() {
    let request = RenderRequest(
      size: PixelSize(width: 100, height: 100), zoom: .scale(1), center: Point(x: 3000, y: 1000))
    let view = request.viewport(of: picture)
    #expect(view.origin == Point(x: -2950, y: -950))
  }
}

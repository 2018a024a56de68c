import Geometry
import Testing

@testable import Viewer

@Suite struct RenderRequestTests {
  private let picture = Extent(width: 6000, height: 4000)

  @Test func theWholePictureIsTheDefault() throws {
    let view = try RenderRequest().viewport(of: picture)
    #expect(view.surface == picture.pixels)
    #expect(view.scale == 1)
    #expect(view.origin == .zero)
  }

  @Test func zoomScalesThePicture() throws {
    let view = try RenderRequest(zoom: .scale(0.27)).viewport(of: picture)
    #expect(view.surface == PixelSize(width: 1620, height: 1080))
  }

  /// A page's size is seldom in whole pixels: its size at a zoom is not computed from the rounded
  /// size.
  @Test func zoomScalesFractionalSizesExactly() throws {
    let page = Extent(width: 793.7, height: 1122.52)
    #expect(
      try RenderRequest(zoom: .scale(10)).viewport(of: page).surface
        == PixelSize(width: 7937, height: 11_225))
  }

  @Test func aSizeFitsThePicture() throws {
    let view = try RenderRequest(size: PixelSize(width: 1200, height: 900)).viewport(of: picture)
    #expect(view.surface == PixelSize(width: 1200, height: 900))
    #expect(view.scale == 0.2)
    #expect(view.origin == Point(x: 0, y: 50))
  }

  @Test func aSizeEnlargesADrawing() throws {
    let request = RenderRequest(size: PixelSize(width: 1200, height: 900))
    let drawing = Extent(width: 60, height: 30)
    #expect(try request.viewport(of: drawing).scale == 1)
    let view = try request.viewport(of: drawing, largestScale: 1e9)
    #expect(view.scale == 20 && view.origin == Point(x: 0, y: 150))
    // A drawing may be enlarged even beyond the limit for pixels.
    let dot = Extent(width: 1, height: 1)
    #expect(try request.viewport(of: dot, largestScale: 1e9).scale == 900)
    var centered = request
    centered.center = Point(x: 0.5, y: 0.5)
    #expect(try centered.viewport(of: dot, largestScale: 1e9).scale == 900)
  }

  /// Drawings may be enlarged up to their levels' limit, pixels to 64; the error names the maximum.
  @Test func theLargestZoomDependsOnThePicture() throws {
    var request = RenderRequest(
      size: PixelSize(width: 64, height: 64), zoom: .scale(1e8), center: Point(x: 50, y: 50))
    let drawing = Extent(width: 100, height: 100)
    let view = try request.viewport(of: drawing, largestScale: 175_921_860_444)
    #expect(view.scale == 1e8 && view.origin == Point(x: 32 - 50e8, y: 32 - 50e8))
    request.zoom = .scale(1e12)
    #expect(throws: UserError(sentence: "--zoom must be at most 175921860444 for this drawing")) {
      try request.viewport(of: drawing, largestScale: 175_921_860_444)
    }
    request.zoom = .scale(65)
    #expect(throws: UserError(sentence: "--zoom must be at most 64 for this picture")) {
      try request.viewport(of: drawing)
    }
  }

  @Test func theCentreIsInTheMiddle() throws {
    let request = RenderRequest(
      size: PixelSize(width: 100, height: 100), zoom: .scale(1), center: Point(x: 3000, y: 1000))
    let view = try request.viewport(of: picture)
    #expect(view.origin == Point(x: -2950, y: -950))
  }
}

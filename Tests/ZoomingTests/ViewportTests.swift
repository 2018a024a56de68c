import Geometry
import Testing

@testable import Zooming

@Suite("Viewport geometry")
struct ViewportTests {
  static let orientations = (1...8).map { Orientation(exif: $0) }

  @Test("Image and device points are each other's inverse in every orientation", arguments: 1...8)
  func inverse(exif: Int) {
    let view = Viewport(
      surface: .init(width: 800, height: 600), picture: .init(width: 301, height: 199),
      orientation: Orientation(exif: exif), scale: 3.7, origin: .init(x: -41.5, y: 12.25),
      isSettled: exif % 2 == 0)
    for point in [Point.zero, .init(x: 301, y: 199), .init(x: 12.5, y: 150)] {
      let back = view.imagePoint(at: view.devicePoint(of: point))
      #expect((back - point).length < 1e-9)
    }
  }

  @Test("A quarter turn clockwise moves the top left corner to the top right")
  func quarterTurn() {
    let view = Viewport(
      fitting: .init(width: 400, height: 100), on: .init(width: 100, height: 400),
      orientation: .init(quarterTurns: 1))
    #expect(view.scale == 1)
    #expect(view.devicePoint(of: .zero) == Point(x: 100, y: 0))
    #expect(view.devicePoint(of: .init(x: 400, y: 0)) == Point(x: 100, y: 400))
  }

  @Test("Neighbouring areas share their device edges bit for bit", arguments: 1...8)
  func sharedEdges(exif: Int) {
    let level = PixelSize(width: 1011, height: 733)
    let view = Viewport(
      surface: .init(width: 640, height: 480), picture: .init(width: 4044, height: 2931),
      orientation: Orientation(exif: exif), scale: 0.731_234_5,
      origin: .init(x: -120.37, y: -77.77), isSettled: false)
    let left = view.deviceRect(
      of: PixelRect(minX: 256, minY: 256, maxX: 512, maxY: 512), in: level)
    let right = view.deviceRect(
      of: PixelRect(minX: 512, minY: 256, maxX: 768, maxY: 512), in: level)
    let edges = Set([left.minX, left.maxX, left.minY, left.maxY])
    let others = Set([right.minX, right.maxX, right.minY, right.maxY])
    // Two edges along the common direction, and the one between them.
    #expect(edges.intersection(others).count == 3)
  }

  @Test("In a settled view the level's areas lie on whole pixels", arguments: 1...8)
  func wholePixels(exif: Int) {
    let picture = PixelSize(width: 4044, height: 2931)
    let view = Viewport(
      settledOn: .init(width: 641, height: 480), picture: picture,
      orientation: Orientation(exif: exif), scale: 0.4321)
    let level = PixelSize(
      width: Int((4044 * 0.4321).rounded()), height: Int((2931 * 0.4321).rounded()))
    let area = PixelRect(minX: 256, minY: 512, maxX: 512, maxY: 768)
    let rect = view.deviceRect(of: area, in: level)
    for edge in [rect.minX, rect.maxX, rect.minY, rect.maxY] {
      #expect(abs(edge - edge.rounded()) < 1e-9)
    }
    #expect(abs(rect.width - 256) < 1e-9 && abs(rect.height - 256) < 1e-9)
  }

  @Test("The visible area is exactly the pixels under the surface", arguments: 1...8)
  func visibleArea(exif: Int) {
    let picture = PixelSize(width: 1000, height: 700)
    let orientation = Orientation(exif: exif)
    let view = Viewport(
      surface: .init(width: 200, height: 100), picture: picture, orientation: orientation,
      scale: 1, origin: .init(x: -300, y: -250), isSettled: true)
    let area = view.visibleArea(in: picture)
    let shown = PixelRect(minX: 300, minY: 250, maxX: 500, maxY: 350)
    #expect(orientation.apply(area, in: picture) == shown)
    #expect(view.deviceRect(of: area, in: picture) == Rect(PixelRect(view.surface)))
    // Every visible pixel is on the surface, and the next row is not.
    var below = view
    below.origin.y += 100
    #expect(below.visibleArea(in: picture) != area)
  }

  @Test("A pixel that is half visible counts as visible; one that only touches the edge does not")
  func visibleFractions() {
    let view = Viewport(
      surface: .init(width: 100, height: 100), picture: .init(width: 100, height: 100), scale: 8,
      origin: .init(x: -4, y: -8), isSettled: true)
    #expect(
      view.visibleArea(in: view.picture.pixels) == PixelRect(minX: 0, minY: 1, maxX: 13, maxY: 14))
  }

  @Test("A very long picture is still a pixel wide")
  func atLeastOnePixel() {
    let view = Viewport(
      fitting: .init(width: 1, height: 100_000), on: .init(width: 640, height: 480))
    #expect(view.shownSize == Point(x: 1, y: 480))
    #expect(view.origin == Point(x: 319, y: 0))
  }

  @Test("Resized, a fit view stays fit and any other keeps the image point at its centre")
  func resized() {
    let picture = PixelSize(width: 4000, height: 3000)
    let fit = Viewport(fitting: picture, on: .init(width: 800, height: 600))
    let wider = fit.resized(to: .init(width: 1200, height: 600))
    #expect(wider == Viewport(fitting: picture, on: .init(width: 1200, height: 600)))

    let zoomed = Viewport(
      settledOn: .init(width: 800, height: 600), picture: picture, scale: 1,
      center: .init(x: 1500, y: 1200))
    let larger = zoomed.resized(to: .init(width: 1001, height: 777))
    #expect(larger.scale == 1 && larger.isSettled)
    let center = larger.imagePoint(at: larger.surfaceCenter)
    #expect((center - Point(x: 1500, y: 1200)).length <= 1)
    // At a corner, the edges take precedence.
    let corner = Viewport(
      settledOn: .init(width: 800, height: 600), picture: picture, scale: 1, center: .zero)
    #expect(corner.resized(to: .init(width: 1001, height: 777)).origin == .zero)
  }
}

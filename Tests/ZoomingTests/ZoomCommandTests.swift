import Geometry
import Gestures
import TestSupport
import Testing

@testable import Zooming

@Suite("Double-clicks, keys, turning, resizing, continuing")
struct ZoomCommandTests {
  static let surface = PixelSize(width: 1000, height: 500)
  static let picture = PixelSize(width: 4000, height: 3000)

  private func controller(_ scale: Double? = nil, at center: Point? = nil) -> ZoomController {
    var zoom = ZoomController(surface: Self.surface, picture: Self.picture)
    if let scale { zoom.setScale(scale, centerImagePoint: center, animated: false, now: 0) }
    return zoom
  }

  @Test("A new controller shows the whole picture, never enlarged, at rest")
  func initial() {
    let zoom = controller()
    #expect(zoom.viewport(at: 0) == Viewport(fitting: Self.picture, on: Self.surface))
    #expect(zoom.isFit && !zoom.isMoving(at: 0))
    let small = ZoomController(surface: Self.surface, picture: .init(width: 11, height: 10))
    #expect(
      small.viewport(at: 0).scale == 1 && small.viewport(at: 0).origin == Point(x: 494, y: 245))
  }

  @Test("A double-click zooms to the target at the cursor, and another one back to fit")
  func doubleClick() {
    var zoom = controller()
    let cursor = Point(x: 600, y: 200)
    let point = zoom.viewport(at: 0).imagePoint(at: cursor)
    zoom.handle(.doubleClick(at: cursor), at: 1)
    #expect(zoom.destination.scale == 1)
    #expect((zoom.destination.devicePoint(of: point) - cursor).length < 1)
    zoom.handle(.doubleClick(at: cursor), at: 2)
    #expect(zoom.viewport(at: 3) == Viewport(fitting: Self.picture, on: Self.surface))
  }

  @Test("Below 0.9 × the target a double-click zooms in, above it back", arguments: [0.89, 0.91])
  func doubleClickTable(scale: Double) {
    var zoom = controller(scale)
    zoom.handle(.doubleClick(at: .init(x: 500, y: 250)), at: 1)
    #expect(zoom.destination.scale == (scale < 0.9 ? 1 : zoom.fitScale))
  }

  @Test("Zooming to fit stays on the picture's own path: no detour, no jump")
  func pathToFit() {
    var zoom = controller(8, at: .init(x: 300, y: 2500))
    zoom.zoomToFit(at: 1)
    var last = zoom.viewport(at: 1)
    for frame in 1...120 {
      let view = zoom.viewport(at: 1 + Double(frame) / 240)
      #expect(view.scale <= last.scale)
      // The image's corner comes closer with every frame, except for rounding to whole pixels.
      #expect(view.origin.x >= last.origin.x - 0.1)
      last = view
    }
    #expect(!zoom.isMoving(at: 1.8))
  }

  @Test("Keys: plus and minus cancel out, 1 is exactly 1:1, fit can enlarge on request")
  func keys() {
    var zoom = controller(0.77, at: .init(x: 1234, y: 999))
    let before = zoom.viewport(at: 0)
    zoom.zoom(byFactor: 1.25, now: 1)
    zoom.zoom(byFactor: 1 / 1.25, now: 2)
    #expect(zoom.viewport(at: 3) == before)
    zoom.zoomToActualSize(now: 4)
    #expect(zoom.viewport(at: 6).scale == 1)

    var small = ZoomController(surface: Self.surface, picture: .init(width: 20, height: 20))
    small.enlargeToFit(at: 0)
    #expect(small.viewport(at: 2).scale == 25 && !small.isFit)
    small.resize(to: .init(width: 400, height: 400))
    #expect(small.viewport(at: 3).scale == 20)
    small.zoomToFit(at: 4)
    #expect(small.viewport(at: 6).scale == 1 && small.isFit)
  }

  @Test("Filling fills the view with a single pixel too, and zooming continues from there")
  func fillingWithOnePixel() {
    var pixel = ZoomController(surface: Self.surface, picture: .init(width: 1, height: 1))
    pixel.enlargeToFit(at: 0)
    let view = pixel.viewport(at: 2)
    let side = Double(min(Self.surface.width, Self.surface.height))
    #expect(view.shownSize == Point(x: side, y: side))
    pixel.zoom(byFactor: 1.25, now: 3)
    #expect(pixel.viewport(at: 5) == view)
    pixel.zoom(byFactor: 1 / 1.25, now: 6)
    #expect(pixel.viewport(at: 8).scale == side / 1.25)
  }

  @Test("setScale respects the limits and centres its point; no point keeps the centre")
  func setScale() {
    var zoom = controller()
    zoom.setScale(1000, centerImagePoint: .init(x: 1500, y: 1200), animated: true, now: 0)
    #expect(zoom.isMoving(at: 0.1) && zoom.destination.scale == 64)
    let view = zoom.viewport(at: 2)
    #expect((view.devicePoint(of: .init(x: 1500, y: 1200)) - view.surfaceCenter).length <= 1)
    zoom.setScale(2, animated: false, now: 3)
    let center = zoom.viewport(at: 3).imagePoint(at: view.surfaceCenter)
    // An image pixel is two device pixels wide: half a device pixel of rounding.
    #expect((center - view.imagePoint(at: view.surfaceCenter)).length < 1)
  }

  @Test("Resizing keeps the centre; full screen and back gives the same view")
  func resize() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<200 {
      var zoom = ZoomController(surface: Self.surface, picture: random.pictureSize())
      zoom.setScale(
        .random(in: zoom.fitScale...3, using: &random),
        centerImagePoint: random.point(in: zoom.picture.pixels), animated: false, now: 0)
      let before = zoom.viewport(at: 0)
      zoom.resize(to: .init(width: 2561, height: 1441))
      let large = zoom.viewport(at: 1)
      #expect(large.isSettled && large.surface == .init(width: 2561, height: 1441))
      if large.scale == before.scale {
        #expect(large == before.resized(to: large.surface), "seed \(seed)")
      }
      zoom.resize(to: Self.surface)
      #expect(zoom.viewport(at: 2) == before, "seed \(seed)")
    }
    var fit = controller()
    fit.resize(to: .init(width: 300, height: 900))
    #expect(fit.isFit && fit.viewport(at: 1).scale == 0.075)
  }

  @Test("Four turns, or two mirrorings, cancel out; a turn keeps the centre and fit")
  func turning() {
    var zoom = controller(1.37, at: .init(x: 1111, y: 1700))
    let before = zoom.viewport(at: 0)
    let center = before.imagePoint(at: before.surfaceCenter)
    for turn in 1...4 {
      zoom.turn(quarterTurns: 1)
      let view = zoom.viewport(at: Double(turn))
      #expect(view.orientation == Orientation(quarterTurns: turn) && view.scale == before.scale)
      #expect((view.devicePoint(of: center) - view.surfaceCenter).length <= 1)
    }
    #expect(zoom.viewport(at: 5) == before)
    zoom.mirror()
    #expect(zoom.orientation == Orientation(isMirrored: true))
    zoom.mirror()
    #expect(zoom.viewport(at: 7) == before)

    var fit = controller()
    fit.turn(quarterTurns: -1)
    #expect(fit.isFit && fit.viewport(at: 0).scale == 0.125)
    #expect(fit.viewport(at: 0).shownSize == Point(x: 375, y: 500))
  }

  @Test("After a turn to the right, the left side is at the top")
  func turnsClockwise() {
    var zoom = controller()
    zoom.turn(quarterTurns: 1)
    let view = zoom.viewport(at: 0)
    #expect(view.devicePoint(of: .init(x: 0, y: 1500)).y == 0)
    zoom.mirror()
    // Mirrored on the screen: left and right are swapped, the top stays the top.
    #expect(zoom.viewport(at: 1).devicePoint(of: .init(x: 0, y: 1500)).y == 0)
    #expect(
      zoom.viewport(at: 1).devicePoint(of: .zero).x < zoom.viewport(at: 1).surfaceCenter.x)
  }

  @Test("Continuing keeps the same pixels for equal sizes")
  func placeEqual() {
    let first = controller(1.5, at: .init(x: 700, y: 2000))
    var next = ZoomController(surface: Self.surface, picture: Self.picture)
    next.place(like: first)
    #expect(next.viewport(at: 0) == first.viewport(at: 0))
  }

  @Test("Continuing with another size keeps the relative centre and the ratio to fit")
  func placeOther() {
    let first = controller(first: 0.5)
    var next = ZoomController(surface: Self.surface, picture: .init(width: 8000, height: 4000))
    next.place(like: first)
    let view = next.viewport(at: 0)
    #expect(abs(view.scale - 0.5 / (500.0 / 3000) * 0.125) < 1e-12)
    let center = view.imagePoint(at: view.surfaceCenter)
    #expect((center - Point(x: 2000, y: 3000)).length < 4)
    // Fit stays fit.
    var fit = ZoomController(surface: Self.surface, picture: .init(width: 9, height: 9))
    fit.place(like: controller())
    #expect(fit.isFit && fit.viewport(at: 0).scale == 1)
  }

  @Test("A new version of another size keeps the relative centre, the scale and the orientation")
  func placeNewVersion() {
    var first = controller(first: 0.5)
    first.mirror()
    var next = ZoomController(surface: Self.surface, picture: .init(width: 8000, height: 4000))
    next.place(asNewVersionOf: first)
    let view = next.viewport(at: 0)
    #expect(view.scale == 0.5 && view.orientation == first.orientation)
    let center = view.imagePoint(at: view.surfaceCenter)
    let before = first.viewport(at: 0)
    let seen = before.imagePoint(at: before.surfaceCenter)
    let expected = Point(x: seen.x / 4000 * 8000, y: seen.y / 3000 * 4000)
    #expect((center - expected).length < 4)
    // Fit stays fit, and turned.
    var turned = controller()
    turned.turn(quarterTurns: 1)
    var fit = ZoomController(surface: Self.surface, picture: .init(width: 9, height: 9))
    fit.place(asNewVersionOf: turned)
    #expect(fit.isFit && fit.orientation == turned.orientation)
    // The same size shows the same pixels.
    var same = ZoomController(surface: Self.surface, picture: Self.picture)
    same.place(asNewVersionOf: first)
    #expect(same.viewport(at: 0) == first.viewport(at: 0))
  }

  private func controller(first scale: Double) -> ZoomController {
    // A quarter from the left, a quarter from the bottom.
    controller(scale, at: .init(x: 1000, y: 2250))
  }
}

import Rendering
import TestSupport
import Testing

@testable import Fresnel
@testable import Viewing

/// Scale bars and navigators, by their pixels.
@Suite(.serialized) struct ViewPartTests {
  private static let size = PixelSize(width: 400, height: 300)

  /// A view of a picture, which is `color` from its left edge to its middle and `right` beyond.
  private func view(
    of picture: PixelSize = ViewPartTests.size, _ color: [UInt8] = [128, 128, 128, 255],
    right: [UInt8] = [128, 128, 128, 255], usesGL: Bool = true
  ) throws -> FresnelView {
    var options = FresnelOptions()
    options.usesGL = usesGL
    let view = try FresnelView(offscreen: Self.size, options: options)
    let half = Array(repeatElement(color, count: picture.width / 2).joined())
    let other = Array(repeatElement(right, count: picture.width - picture.width / 2).joined())
    view.show(
      try PixelSource(
        size: picture,
        pixels: Array(repeatElement(half + other, count: picture.height).joined()),
        hasAlpha: false))
    _ = try view.pixels()
    return view
  }

  private func color(_ pixels: ViewPixels, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * pixels.size.width + x) * 4
    return Array(pixels.bytes[start..<start + 3])
  }

  private let white: [UInt8] = [255, 255, 255]
  private let black: [UInt8] = [0, 0, 0]
  private let grey: [UInt8] = [128, 128, 128]

  // MARK: The scale bar

  @Test(arguments: [true, false])
  func theBarHasItsLengthAtEachZoom(usesGL: Bool) throws {
    let view = try view(usesGL: usesGL)
    view.scaleBar = try ScaleBar(unitsPerPixel: 0.25, unit: "µm")
    // 20 µm are 80 pixels of the picture.
    for (zoom, width) in [(1.0, 80), (2, 160), (3, 120)] {
      view.zoom(to: zoom, animated: false)
      let pixels = try view.pixels()
      let row = (0..<400).map { color(pixels, $0, 287) }
      #expect(row.firstIndex(of: white) == 12, "at \(zoom)")
      #expect(row.count { $0 == white } == width, "at \(zoom)")
      #expect(row[11] == black && row[12 + width] == black && row[13 + width] == grey)
      #expect(color(pixels, 12, 279) == white && color(pixels, 11 + width, 279) == white)
      #expect(color(pixels, 20, 279) == grey, "only the ends are high")
    }
    view.scaleBar = nil
    let isGrey = try view.pixels().bytes.enumerated().allSatisfy { $0 % 4 == 3 || $1 == 128 }
    #expect(isGrey)
  }

  /// During a motion, each frame has the bar of its own zoom.
  @Test func theBarFollowsEachFrame() throws {
    let view = try view()
    view.scaleBar = try ScaleBar(unitsPerPixel: 0.25, unit: "µm")
    let part = try #require(view.tiles.parts.compactMap { $0 as? ScaleBarPart }.first)
    let info = try #require(view.shown.flatMap { view.info(of: $0) })
    let scene = ViewPartScene(info: info, surface: Self.size, scale: 1)
    for zoom in stride(from: 1.0, to: 2, by: 0.03) {
      var frame = Frame(
        number: 0, picture: view.shown,
        viewport: Viewport(
          surface: Self.size, picture: info.extent, scale: zoom, origin: .zero, isSettled: false))
      part.draw(into: &frame, in: scene)
      let bar = frame.overlays.first { $0.bitmap == PartBitmap.white }
      #expect(bar?.position.width == Int((80 * zoom).rounded()), "at \(zoom)")
    }
  }

  /// On a display of twice the density everything is twice as large, and on whole pixels.
  @Test func theBarIsSharpAtAnyDensity() throws {
    let bar = ScaleBarPart.overlays(
      PixelRect(minX: 24, minY: 558, maxX: 184, maxY: 576), scale: 2)
    #expect(
      bar.last { $0.position.width > 4 }?.position
        == PixelRect(minX: 24, minY: 572, maxX: 184, maxY: 576))
    #expect(bar.count == 6)
  }

  @Test func theBarsLengthIsWrittenBesideIt() throws {
    let view = try view()
    view.scaleBar = try ScaleBar(unitsPerPixel: 0.25, unit: "µm")
    func hasLabel() -> Bool {
      guard let pixels = try? view.pixels() else { return false }
      return (230..<274).contains { y in (12..<200).contains { color(pixels, $0, y) != grey } }
    }
    let isThere = serve([view]) { hasLabel() }
    #expect(isThere)
    view.scaleBar?.corner = .topRight
    #expect(view.scaleBar?.corner == .topRight)
    let isGone = serve([view]) { !hasLabel() }
    #expect(isGone)
    let pixels = try view.pixels()
    #expect(color(pixels, 387, 19) == white && color(pixels, 308, 19) == white)
  }

  @Test func noBarIsDrawnForUnitsBeyondAllNumbers() throws {
    let view = try view()
    view.scaleBar = try ScaleBar(unitsPerPixel: .greatestFiniteMagnitude, unit: "ly")
    view.scaleBar?.maximumWidth = .nan
    let isGrey = try view.pixels().bytes.enumerated().allSatisfy { $0 % 4 == 3 || $1 == 128 }
    #expect(isGrey)
  }

  // MARK: The navigator

  private let red: [UInt8] = [255, 0, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]

  /// The view shows the upper left quarter of a picture whose left half is red.
  private func zoomedView(usesGL: Bool = true) throws -> FresnelView {
    let view = try view(of: PixelSize(width: 800, height: 600), red, right: blue, usesGL: usesGL)
    view.navigator = Navigator(.topRight, edge: 100)
    view.zoom(to: 1, center: PicturePoint(x: 200, y: 150), animated: false)
    return view
  }

  @Test(arguments: [true, false])
  func theNavigatorShowsTheWholePicture(usesGL: Bool) throws {
    let view = try zoomedView(usesGL: usesGL)
    let pixels = try view.pixels()
    // The navigator covers 288..<388 × 12..<87.
    let (left, right) = (color(pixels, 300, 80), color(pixels, 370, 80))
    #expect(left[0] > 247 && left[2] < 8, "\(left)")
    #expect(right[0] < 8 && right[2] > 247, "\(right)")
    #expect(color(pixels, 287, 80) == black && color(pixels, 388, 80) == black)
    #expect(color(pixels, 286, 80) == Array(red.prefix(3)))
    // The frame covers 288..<338 × 12..<50.
    for (x, y) in [(288, 30), (337, 30), (300, 12), (300, 49)] {
      #expect(color(pixels, x, y) == white, "\(x), \(y)")
    }
    #expect(color(pixels, 310, 30)[0] > 247)
  }

  @Test func theNavigatorIsHiddenWhileAllIsVisible() throws {
    let view = try zoomedView()
    view.fit(animated: false)
    let pixels = try view.pixels()
    for (x, y) in [(287, 80), (300, 12), (388, 80)] {
      let there = color(pixels, x, y)
      #expect(there[0] < 8 && there[2] > 247, "\(x), \(y)")
    }
  }

  /// The small picture is a level of its own, texel for pixel.
  @Test func theSmallLevelIsKept() throws {
    let view = try zoomedView()
    _ = try view.pixels()
    let id = try #require(view.shown)
    let sizes = Set(view.tiles.tiles(of: id).resident.keys.map(\.level.size))
    #expect(sizes.contains(PixelSize(width: 100, height: 75)))
    view.navigator = nil
    view.zoom(to: 1, center: PicturePoint(x: 300, y: 200), animated: false)
    _ = try view.pixels()
    let rest = Set(view.tiles.tiles(of: id).resident.keys.map(\.level.size))
    #expect(!rest.contains(PixelSize(width: 100, height: 75)))
  }

  private func button(_ isPressed: Bool, _ x: Double, _ y: Double) -> WindowEvent {
    .button(
      ButtonEvent(
        button: 1, isPressed: isPressed, position: Point(x: x, y: y), modifiers: [], time: 0))
  }

  private func center(_ view: FresnelView) -> Point? {
    view.zoom.map { $0.destination.imagePoint(at: $0.destination.surfaceCenter) }
  }

  @Test func aPressAndADragMoveTheView() throws {
    let view = try zoomedView()
    _ = try view.pixels()
    view.tiles.handle(button(true, 338, 50), at: view.now)
    #expect(center(view) == Point(x: 400, y: 304))
    view.tiles.handle(.motion(position: Point(x: 348, y: 60), time: 0), at: view.now)
    #expect(center(view) == Point(x: 480, y: 384))
    // Far outside, the view stops at the picture's edge.
    view.tiles.handle(.motion(position: Point(x: 5000, y: -70), time: 0), at: view.now)
    #expect(center(view) == Point(x: 600, y: 150))
    view.tiles.handle(button(false, 5000, -70), at: view.now)
    view.tiles.handle(.motion(position: Point(x: 300, y: 20), time: 0), at: view.now)
    #expect(center(view) == Point(x: 600, y: 150), "the button is up")
    let pixels = try view.pixels()
    #expect(color(pixels, 100, 200) == Array(blue.prefix(3)))
  }

  @Test func aFingerDragsInTheNavigator() throws {
    let view = try zoomedView()
    _ = try view.pixels()
    func touch(_ id: Int, _ phase: GesturePhase, _ x: Double, _ y: Double) {
      view.tiles.handle(
        .touch(TouchEvent(id: id, phase: phase, position: Point(x: x, y: y), time: 0)),
        at: view.now)
    }
    touch(1, .began, 338, 50)
    touch(2, .changed, 300, 20)
    #expect(center(view) == Point(x: 400, y: 304), "another finger's motion")
    touch(1, .cancelled, 338, 50)
    touch(1, .changed, 348, 60)
    #expect(center(view) == Point(x: 400, y: 304))
  }

  /// Outside of the navigator, and while it is hidden, the picture is dragged as always.
  @Test func otherPressesReachThePicture() throws {
    let view = try zoomedView()
    _ = try view.pixels()
    let part = try #require(view.tiles.parts.compactMap { $0 as? NavigatorPart }.first)
    #expect(!part.take(button(true, 280, 50), at: view.now))
    #expect(!part.take(.motion(position: Point(x: 300, y: 50), time: 0), at: view.now))
    view.fit(animated: false)
    _ = try view.pixels()
    #expect(!part.take(button(true, 338, 50), at: view.now))
  }

  @Test func anEndedViewTakesNoParts() throws {
    let view = try view()
    view.close()
    view.scaleBar = try ScaleBar(unitsPerPixel: 1, unit: "m")
    view.navigator = Navigator()
    view.pixelReadout = PixelReadout()
    #expect(view.scaleBar == nil && view.navigator == nil && view.pixelReadout == nil)
  }
}

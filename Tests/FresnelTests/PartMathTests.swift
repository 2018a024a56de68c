import Glibc
import TestSupport
import Testing

@testable import Fresnel

/// The arithmetic of scale bars and navigators.
@Suite struct PartMathTests {
  @Test(
    arguments: [
      (1.0, "1"), (0.99, "0.5"), (4.999, "2"), (5, "5"), (5 * (1 - 1e-12), "5"), (1999, "1000"),
      (0.05, "0.05"), (0.00019, "0.0001"), (99_999, "50000"), (100_000, "1 × 10⁵"),
      (2.5e7, "2 × 10⁷"), (7e-12, "5 × 10⁻¹²"), (1.5e301, "1 × 10³⁰¹"),
    ] as [(Double, String)])
  func lengthsAreRound(limit: Double, text: String) {
    #expect(RoundLength(atMost: limit)?.text == text)
  }

  @Test(arguments: [0, -1, -.infinity, .infinity, .nan, -0.0] as [Double])
  func noLengthIsBelowNothing(limit: Double) { #expect(RoundLength(atMost: limit) == nil) }

  /// The largest and the smallest numbers have lengths, too.
  @Test(arguments: [Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude])
  func extremeLengthsAreFinite(limit: Double) throws {
    let length = try #require(RoundLength(atMost: limit))
    #expect(length.value > 0 && length.value <= limit)
  }

  @Test func noRoundLengthIsLarger() {
    var random = SeededNumbers()
    for _ in 0..<2000 {
      let limit = pow(10, Double.random(in: -300...300, using: &random))
      guard let length = RoundLength(atMost: limit) else {
        Issue.record("\(limit) has no length, \(random.origin)")
        continue
      }
      // The next length is 2 or 2.5 times as long.
      let next = length.value * (length.digit == 2 ? 2.5 : 2)
      #expect(length.value <= limit * (1 + 1e-9), "\(limit), \(random.origin)")
      #expect(next > limit * (1 - 1e-9), "\(limit), \(random.origin)")
    }
  }

  @Test(arguments: [0, -0.25, .nan, .infinity, -.infinity] as [Double])
  func aBarWithoutScaleIsRefused(unitsPerPixel: Double) {
    #expect(
      throws: FresnelError.notDrawn(
        "a scale bar of \(unitsPerPixel) µm per pixel can't be drawn")
    ) {
      _ = try ScaleBar(unitsPerPixel: unitsPerPixel, unit: "µm")
    }
  }

  @Test func aBarsPixelsAreItsLength() throws {
    let bar = try ScaleBar(unitsPerPixel: 0.25, unit: "µm")
    var random = SeededNumbers()
    for _ in 0..<500 {
      let zoom = pow(2, Double.random(in: -20...20, using: &random))
      let most = Int.random(in: 40...4000, using: &random)
      let (length, pixels) = try #require(bar.length(zoom: zoom, mostPixels: most))
      #expect(pixels <= most && pixels * 5 >= most * 2 - 5, "\(zoom), \(random.origin)")
      #expect(
        abs(Double(pixels) - length.value / 0.25 * zoom) <= 0.5 + 1e-6,
        "\(zoom), \(random.origin)")
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity, Double.leastNonzeroMagnitude] as [Double])
  func noBarIsDrawnAtAnImpossibleZoom(zoom: Double) throws {
    let bar = try ScaleBar(unitsPerPixel: 1e300, unit: "ly")
    #expect(bar.length(zoom: zoom, mostPixels: 160) == nil)
  }

  /// A unit may come from a hostile file.
  @Test func unitsAreShortAndPrintable() throws {
    let bar = try ScaleBar(
      unitsPerPixel: 1, unit: "\u{1b}[31m\n" + String(repeating: "x", count: 10_000))
    #expect(bar.unit.count <= 40)
    #expect(bar.unit.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  // MARK: The navigator

  private static let levels = SourceLevels(raster: PixelSize(width: 4000, height: 3000))
  private static let surface = PixelSize(width: 800, height: 600)

  private func view(
    scale: Double, origin: Point, _ orientation: Orientation = .identity
  ) -> Viewport {
    Viewport(
      surface: Self.surface, picture: Self.levels.extent, orientation: orientation, scale: scale,
      origin: origin, isSettled: false)
  }

  @Test func theFrameIsTheVisiblePart() throws {
    let view = view(scale: 1, origin: Point(x: -1000, y: -500))
    let place = try #require(
      NavigatorPlace(
        of: view, levels: Self.levels, Navigator(.bottomRight), interfaceScale: 1))
    #expect(place.box == PixelRect(minX: 628, minY: 468, maxX: 788, maxY: 588))
    #expect(
      place.visible(in: view) == PixelRect(minX: 668, minY: 488, maxX: 700, maxY: 512))
    #expect(place.small.scale == 0.04)
  }

  @Test func theNavigatorIsHiddenWhileAllIsVisible() throws {
    let fit = Viewport(fitting: Self.levels.extent, on: Self.surface)
    let place = try #require(
      NavigatorPlace(of: fit, levels: Self.levels, Navigator(), interfaceScale: 1))
    #expect(place.visible(in: fit) == nil)
    let away = view(scale: 1, origin: Point(x: 5000, y: 0))
    #expect(place.visible(in: away) == nil)
  }

  /// A point of the small picture is the point of the large one, however both are turned.
  @Test func pointsAreTheSameInEveryOrientation() throws {
    var random = SeededNumbers()
    for orientation in Self.orientations {
      for _ in 0..<50 {
        let scale = Double.random(in: 0.3...8, using: &random)
        let view = view(
          scale: scale,
          origin: Point(
            x: -Double.random(in: 0...1000, using: &random) * scale,
            y: -Double.random(in: 0...1000, using: &random) * scale), orientation)
        let place = try #require(
          NavigatorPlace(of: view, levels: Self.levels, Navigator(.topLeft), interfaceScale: 2))
        let frame = try #require(place.visible(in: view), "\(random.origin)")
        let middle = Rect(frame).center
        let point = place.imagePoint(at: middle)
        let expected = view.imagePoint(
          at: view.shownRect.intersection(view.surfaceRect).center)
        // The frame lies on whole pixels, and is at least four wide.
        let pixel = 1 / place.small.scale
        #expect((point - expected).length <= 4 * pixel, "\(orientation), \(random.origin)")
      }
    }
  }

  private static let orientations = (0..<4).flatMap { turns in
    [false, true].map { Orientation(isMirrored: $0, quarterTurns: turns) }
  }

  /// Turning the picture must not decode another level.
  @Test func aTurnedPictureHasTheSameScale() throws {
    let upright = view(scale: 1, origin: .zero)
    let turned = view(scale: 1, origin: .zero, Orientation(quarterTurns: 1))
    let places = [upright, turned].map {
      NavigatorPlace(of: $0, levels: Self.levels, Navigator(), interfaceScale: 1)
    }
    #expect(places[0]?.small.scale == places[1]?.small.scale && places[0] != nil)
    #expect(places[0]?.box.size == places[1]?.box.size.transposed)
  }

  @Test(arguments: [.nan, .infinity, -.infinity, -7, 0, 1e300] as [Double])
  func anyEdgeFitsIntoTheView(edge: Double) throws {
    let view = view(scale: 1, origin: .zero)
    let place = try #require(
      NavigatorPlace(
        of: view, levels: Self.levels, Navigator(.topRight, edge: edge), interfaceScale: 1))
    #expect(PixelRect(Self.surface).intersection(place.box) == place.box && !place.box.isEmpty)
    #expect(place.box.width <= 300 && place.box.height <= 300)
  }

  @Test func withoutRoomThereIsNoNavigator() {
    for edge in [1, 10, 30] {
      var view = view(scale: 1, origin: .zero)
      view.surface = PixelSize(width: edge, height: edge)
      #expect(
        NavigatorPlace(of: view, levels: Self.levels, Navigator(), interfaceScale: 1) == nil)
    }
    for width in [0, Double.infinity] {
      let levels = SourceLevels(extent: Extent(width: width, height: width))
      let view = view(scale: 1, origin: .zero)
      #expect(NavigatorPlace(of: view, levels: levels, Navigator(), interfaceScale: 1) == nil)
    }
  }
}

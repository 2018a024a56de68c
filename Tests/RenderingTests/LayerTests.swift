import Filters
import Geometry
import Testing
import Tiles

@testable import Rendering

/// Translucent layers over a picture, compared with the formula.
@Suite struct LayerTests {
  private static let second = SourceID(number: 2)
  private static let third = SourceID(number: 3)
  private let size = PixelSize(width: 300, height: 280)
  private let base = Pattern.opaque(300, 280)
  private let over = Pattern.translucent(300, 280)

  /// A renderer with the tiles of a picture and its layers.
  private func renderer(
    _ drawer: Drawer, _ patterns: [(SourceID, Pattern)]
  ) throws -> OffscreenRenderer {
    let renderer = drawer.renderer()
    for (id, pattern) in patterns {
      for tile in try pattern.tiles(of: id) { try renderer.upload(tile) }
    }
    return renderer
  }

  private func layer(
    _ id: SourceID, _ pattern: Pattern, at place: LayerPlace = LayerPlace(), opacity: Double = 1,
    isFiltered: Bool = false, hasAlpha: Bool = true
  ) -> Frame.Layer {
    Frame.Layer(
      picture: id, levels: SourceLevels(raster: pattern.level.size), place: place,
      opacity: opacity, isFiltered: isFiltered, hasAlpha: hasAlpha)
  }

  private func builtIn(_ text: String) throws -> FilterChain {
    try FilterLibrary.builtIn.chain(parsing: text) { (_) throws(FilterError) in
      throw FilterError("no tables")
    }
  }

  /// Composites premultiplied pixels over others in bytes, rounded once.
  private func composed(_ pixels: [UInt8], _ opacity: Double, over below: [UInt8]) -> [UInt8] {
    var result = below
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let clear = 1 - Double(pixels[start + 3]) / 255 * opacity
      for index in start..<start + 4 {
        result[index] = UInt8(
          min(255, Double(pixels[index]) * opacity + Double(below[index]) * clear).rounded())
      }
    }
    return result
  }

  /// The largest difference from the formula's result for pixels that were rounded to these bytes.
  private func largestDifference(
    _ drawn: [UInt8], from pixels: [UInt8], _ opacity: Double, over below: [UInt8]
  ) -> Int {
    var worst = 0.0
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Double(pixels[start + 3])
      for index in start..<start + 4 {
        let (color, behind) = (Double(pixels[index]), Double(below[index]))
        func result(_ sign: Double) -> Double {
          let clear = 1 - min(255, max(0, alpha - sign / 2)) / 255 * opacity
          return min(255, (color + sign / 2) * opacity + behind * clear).rounded()
        }
        let value = Double(drawn[index])
        worst = max(worst, result(-1) - value, value - result(1))
      }
    }
    return Int(worst)
  }

  private func bytes(_ pattern: Pattern) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<pattern.level.size.height {
      for x in 0..<pattern.level.size.width {
        let pixel = pattern.at(x, y)
        bytes += [pixel.x, pixel.y, pixel.z, pixel.w]
      }
    }
    return bytes
  }

  @Test(arguments: Drawer.available, [1, 0.75, 0.5, 0.1, 0])
  func aLayerIsBlendedOverThePicture(_ drawer: Drawer, opacity: Double) throws {
    let renderer = try renderer(drawer, [(.first, base), (Self.second, over)])
    var frame = Frame.of(.view(size, on: size))
    frame.layers = [layer(Self.second, over, opacity: opacity)]
    let expected = composed(bytes(over), opacity, over: bytes(base))
    let apart = try renderer.render(frame).largestDifference(expected)
    #expect(apart <= 1)
    if opacity == 0 { #expect(apart == 0) }
  }

  @Test(arguments: Drawer.available)
  func aLayerOverATranslucentPictureComposesAlpha(_ drawer: Drawer) throws {
    let turned = Pattern(level: over.level) { x, y in over.at(299 - x, 279 - y) }
    let renderer = try renderer(drawer, [(.first, turned), (Self.second, over)])
    var frame = Frame.of(.view(size, on: size))
    frame.layers = [layer(Self.second, over, opacity: 0.6)]
    let expected = composed(bytes(over), 0.6, over: bytes(turned))
    #expect(try renderer.render(frame).largestDifference(expected) <= 1)
  }

  @Test(arguments: Drawer.available)
  func layersAreInOrder(_ drawer: Drawer) throws {
    let top = Pattern(level: over.level) { x, y in over.at(299 - x, y) }
    let renderer = try renderer(
      drawer, [(.first, base), (Self.second, over), (Self.third, top)])
    var frame = Frame.of(.view(size, on: size))
    let layers = [layer(Self.second, over, opacity: 0.7), layer(Self.third, top, opacity: 0.4)]
    var results: [[UInt8]] = []
    for order in [layers, layers.reversed()] {
      frame.layers = [order[0]]
      let below = try renderer.render(frame)
      frame.layers = order
      let both = try renderer.render(frame)
      let upper = order[1].picture == Self.third ? top : over
      #expect(
        both.largestDifference(composed(bytes(upper), order[1].opacity, over: below)) <= 1)
      results.append(both)
    }
    #expect(results[0].largestDifference(results[1]) > 40, "the order is seen")
  }

  /// Each layer pixel covers two picture pixels, and the picture is shown at 50 %, so texels and
  /// pixels match.
  @Test(arguments: Drawer.available, 1...8)
  func aPlacedLayerTurnsWithThePicture(_ drawer: Drawer, exif: Int) throws {
    let sign = Pattern.translucent(60, 40)
    let orientation = Orientation(exif: exif)
    let surface = orientation.applied(to: PixelSize(width: 150, height: 140))
    let half = Pattern.opaque(150, 140)
    let view = Viewport.view(
      size, on: surface, scale: 0.5, orientation: orientation)
    let renderer = try renderer(drawer, [(.first, half), (Self.second, sign)])
    var frame = Frame.of(view)
    let below = try renderer.render(frame)
    frame.layers = [
      layer(
        Self.second, sign, at: LayerPlace(origin: Point(x: 30, y: 50), scale: 2), opacity: 0.8)
    ]
    var drawn = [UInt8](repeating: 0, count: below.count)
    for y in 0..<40 {
      for x in 0..<60 {
        let place = orientation.apply(
          PixelRect(minX: 15 + x, minY: 25 + y, maxX: 16 + x, maxY: 26 + y), in: half.level.size)
        let pixel = sign.at(x, y)
        let start = (place.minY * surface.width + place.minX) * 4
        for channel in 0..<4 { drawn[start + channel] = pixel[channel] }
      }
    }
    let expected = composed(drawn, 0.8, over: below)
    #expect(try renderer.render(frame).largestDifference(expected) <= 1)
  }

  /// An opaque layer that is fully shown replaces what is below.
  @Test(arguments: Drawer.available)
  func anOpaqueLayerHidesWhatIsBelow(_ drawer: Drawer) throws {
    let sign = Pattern.opaque(60, 40, seed: 77)
    let renderer = try renderer(drawer, [(.first, base), (Self.second, sign)])
    var frame = Frame.of(.view(size, on: size))
    frame.layers = [
      layer(
        Self.second, sign, at: LayerPlace(origin: Point(x: 100, y: 90)), hasAlpha: false)
    ]
    let pixels = try renderer.render(frame)
    var wrong = 0
    for y in 0..<280 {
      for x in 0..<300 {
        let isSign = (100..<160).contains(x) && (90..<130).contains(y)
        let expected = isSign ? sign.at(x - 100, y - 90) : base.at(x, y)
        if pixels.pixel(x, y, width: 300) != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// While tiles arrive, coarser ones fill in for missing ones, and no pixel is composited twice.
  @Test(arguments: Drawer.available, [0.63, 1.7])
  func everyPixelOfALoadingLayerIsBlendedOnce(_ drawer: Drawer, scale: Double) throws {
    let picture = PixelSize(width: 600, height: 400)
    let fine = Pattern.translucent(600, 400)
    let coarse = Pattern(level: Level(size: PixelSize(width: 150, height: 100))) { x, y in
      fine.at(x * 4, y * 4)
    }
    let below = Pattern.smooth(600, 400)
    let surface = PixelSize(width: 500, height: 330)
    let view = Viewport.view(
      picture, on: surface, scale: scale, x: 10.3, y: -20.6, isSettled: false)
    let renderer = try renderer(drawer, [(.first, below), (Self.second, coarse)])
    for key in fine.keys.dropFirst(2) { try renderer.upload(fine.tile(key, of: Self.second)) }
    var frame = Frame.of(view)
    let background = try renderer.render(frame)
    let place = LayerPlace(origin: Point(x: 40.7, y: 33.2), scale: 0.8)
    var alone = frame
    alone.picture = Self.second
    alone.viewport = view.layer(Extent(picture), at: place)
    let layerAlone = try renderer.render(alone)
    for opacity in [1, 0.35] {
      frame.layers = [layer(Self.second, fine, at: place, opacity: opacity)]
      let expected = composed(layerAlone, opacity, over: background)
      #expect(try renderer.render(frame).largestDifference(expected) <= 1, "\(opacity)")
    }
  }

  /// COLOR and IMAGE filters on the layer alone, on the picture alone, and on both.
  @Test(
    .enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"),
    arguments: ["invert", "exposure(0.7),invert", "blur(3)", "invert,blur(2),exposure(-0.4)"],
    [1, 0.45])
  func filtersApplyToTheirTargets(chain: String, opacity: Double) throws {
    let filters = try builtIn(chain)
    let sign = Pattern.translucent(140, 120)
    let place = LayerPlace(origin: Point(x: 60, y: 70))
    let view = Viewport.view(size, on: size)
    let renderer = try renderer(.gl, [(.first, base), (Self.second, sign)])
    func alone(_ id: SourceID, _ view: Viewport, _ filters: FilterChain) throws -> [UInt8] {
      var frame = Frame.of(view)
      frame.picture = id
      frame.filters = filters
      return try renderer.render(frame)
    }
    let layerView = view.layer(Extent(sign.level.size), at: place)
    for (onBase, onLayer) in [(false, true), (true, false), (true, true), (false, false)] {
      var frame = Frame.of(view)
      frame.filters = filters
      frame.isFiltered = onBase
      frame.layers = [
        layer(Self.second, sign, at: place, opacity: opacity, isFiltered: onLayer)
      ]
      let below = try alone(.first, view, onBase ? filters : FilterChain())
      let above = try alone(Self.second, layerView, onLayer ? filters : FilterChain())
      let drawn = try renderer.render(frame)
      #expect(
        largestDifference(drawn, from: above, opacity, over: below) <= 1,
        "picture \(onBase), layer \(onLayer)")
    }
  }

  @Test(.enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"))
  func aLayerIsUnfilteredLeftOfTheSplit() throws {
    let filters = try builtIn("invert")
    let renderer = try renderer(.gl, [(.first, base), (Self.second, over)])
    var frame = Frame.of(.view(size, on: size))
    frame.layers = [layer(Self.second, over, opacity: 0.5, isFiltered: true)]
    frame.isFiltered = false
    let plain = try renderer.render(frame)
    frame.filters = filters
    let filtered = try renderer.render(frame)
    frame.split = 120
    let split = try renderer.render(frame)
    var wrong = 0
    for y in 0..<280 {
      for x in 0..<300 {
        let expected = (x < 120 ? plain : filtered).pixel(x, y, width: 300)
        if split.pixel(x, y, width: 300) != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: Drawer.available)
  func bandsOfLayersMakeTheWhole(_ drawer: Drawer) throws {
    let renderer = try renderer(drawer, [(.first, base), (Self.second, over)])
    var frame = Frame.of(.view(size, on: size))
    frame.layers = [
      layer(
        Self.second, over, at: LayerPlace(origin: Point(x: -40, y: 90)), opacity: 0.5)
    ]
    let whole = try renderer.render(frame)
    var parts: [UInt8] = []
    for y in stride(from: 0, to: 280, by: 37) {
      parts += try renderer.render(
        frame, band: PixelRect(minX: 0, minY: y, maxX: 300, maxY: min(280, y + 37)))
    }
    let isSame = parts == whole
    #expect(isSame)
  }

  /// A neighbour that slides in is not covered by layers that extend beyond the picture's edge.
  @Test func theAdjacentPictureIsAboveLayers() throws {
    var frame = Frame.of(.view(size, on: size))
    frame.layers = [layer(Self.second, over), layer(Self.third, over, opacity: 0)]
    frame.beside = Frame.Beside(
      picture: SourceID(number: 9), viewport: .view(size, on: size, x: 310), checker: nil)
    #expect(frame.parts(on: size).map(\.picture?.number) == [1, 2, 9])
  }

  /// A frame drawn on a surface of another size moves its layers together with its picture.
  @Test func layersFollowASurfaceOfAnotherSize() throws {
    var frame = Frame.of(.view(size, on: size))
    let place = LayerPlace(origin: Point(x: 50, y: 20), scale: 0.5)
    frame.layers = [layer(Self.second, over, at: place)]
    let wide = PixelSize(width: 900, height: 300)
    let parts = frame.parts(on: wide)
    #expect(parts[1].view == frame.viewport.resized(to: wide).layer(Extent(size), at: place))
    #expect(parts[1].view.surface == wide)
  }

  @Test func thereAreFourPicturePrograms() {
    #expect(ShaderVariant.usual.count == 4)
    #expect(!ShaderVariant.usual.contains { $0.end.blendMode == .opacity })
  }
}

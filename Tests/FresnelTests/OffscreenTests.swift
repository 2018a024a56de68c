import Fresnel
import Platform
import TestSupport
import Testing

/// A view that is drawn in memory.
@Suite(.serialized) struct OffscreenTests {
  private static let size = PixelSize(width: 200, height: 150)

  private func words(_ pixels: ViewPixels) -> [UInt32] {
    stride(from: 0, to: pixels.bytes.count, by: 4).map { index -> UInt32 in
      // In `PixelGrid`'s order: alpha, red, green, blue.
      [3, 0, 1, 2].reduce(0) { word, byte in word << 8 | UInt32(pixels.bytes[index + byte]) }
    }
  }

  @Test(arguments: [true, false])
  func pixelsEqualThePicture(usesGL: Bool) throws {
    let folder = try TemporaryFolder()
    let picture = gradient(200, 150)
    var options = FresnelOptions()
    options.usesGL = usesGL
    let view = try FresnelView(offscreen: Self.size, options: options)
    view.show(
      try PictureSource(path: folder.picture("a.png", picture), decoders: builtDecoders))
    let pixels = try view.pixels()
    #expect(pixels.size == Self.size)
    let isSame = words(pixels) == picture.words
    #expect(isSame)
  }

  @Test func showingTheShownSourceAgainKeepsIt() throws {
    let folder = try TemporaryFolder()
    let picture = gradient(200, 150)
    let view = try FresnelView(offscreen: Self.size)
    let source = try PictureSource(
      path: folder.picture("a.png", picture), decoders: builtDecoders)
    view.show(source)
    view.show(source)  // while it is pending
    _ = try view.pixels()
    view.show(source)  // and once it is shown
    view.dispatch()
    let isSame = words(try view.pixels()) == picture.words
    #expect(isSame)
    #expect(view.shown == source.id)
  }

  /// Nothing else wakes a program that sleeps until the view's deadline.
  @Test func changesToAnIdleViewAreDueAtOnce() throws {
    let folder = try TemporaryFolder()
    let view = try FresnelView(offscreen: Self.size)
    view.show(
      try PictureSource(path: folder.picture("a.png", gradient(400, 300)), decoders: builtDecoders))
    let changes: [(FresnelView) -> Void] = [
      { $0.zoom(to: 1, animated: false) }, { $0.fit(animated: false) },
      { $0.fit(Rect(minX: 10, minY: 10, maxX: 90, maxY: 90), animated: false) },
      { $0.perform(.mirror) }, { $0.split = 40 },
    ]
    for (number, change) in changes.enumerated() {
      _ = try view.pixels()
      change(view)
      #expect((view.deadline ?? .infinity) <= view.now, "change \(number)")
    }
  }

  @Test func aPictureMayBeALayerOverAnother() throws {
    let folder = try TemporaryFolder()
    let below = gradient(200, 150)
    let above = PixelGrid(width: 60, height: 40, opaque: { _, _ in 0xff20_40f0 })
    let view = try FresnelView(offscreen: Self.size)
    view.show(try PictureSource(path: folder.picture("a.png", below), decoders: builtDecoders))
    let layer = try PictureSource(path: folder.picture("b.png", above), decoders: builtDecoders)
    view.addLayer(layer, at: LayerPlace(origin: PicturePoint(x: 50, y: 30)), opacity: 0.5)
    #expect(
      view.layers == [
        ViewLayer(layer.id, at: LayerPlace(origin: Point(x: 50, y: 30)), opacity: 0.5)
      ])
    let pixels = words(try view.pixels())
    var wrong = 0
    for y in 0..<150 {
      for x in 0..<200 {
        let isUnder = (50..<110).contains(x) && (30..<70).contains(y)
        for shift in [0, 8, 16] as [UInt32] {
          let base = Double(below[x, y] >> shift & 255)
          let expected = isUnder ? (base + Double(0x20_40f0 >> shift & 255)) / 2 : base
          if abs(Double(pixels[y * 200 + x] >> shift & 255) - expected) > 1 { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
    // A source that is a layer already stays as it is, and the program may change its entry.
    view.addLayer(layer)
    #expect(view.layers.map(\.opacity) == [0.5])
    view.layers[0].isVisible = false
    let isSame = words(try view.pixels()) == below.words
    #expect(isSame)
    view.remove(layer.id)
    #expect(view.layers.isEmpty && view.info(of: layer.id) == nil)
  }

  @Test func aProvidersTilesAreFiltered() throws {
    let view = try FresnelView(offscreen: Self.size)
    let provider = ClosureTileProvider { request in
      let pixel: [UInt8] = [UInt8(request.column * 20), UInt8(request.row * 20), 7, 255]
      return .pixels(
        request.size,
        Array(repeatElement(pixel, count: request.size.width * request.size.height).joined()))
    }
    view.show(
      try ProviderSource(
        levels: ProvidedLevels(
          Extent(width: 640, height: 480),
          scales: .ladder(levelsOfDetail: 1, levelsOfDetailBias: 0),
          shape: TileShape(edge: 64, overlap: 0)),
        hasAlpha: false, provider: provider))
    _ = try view.pixels()
    view.zoom(to: 1, center: PicturePoint(x: 64 * 3, y: 64 * 2), animated: false)
    let pixels = try view.pixels()
    // The centre is the corner of four cells.
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      Array(pixels.bytes[(y * 200 + x) * 4..<(y * 200 + x) * 4 + 3])
    }
    #expect(color(98, 73) == [40, 20, 7])
    #expect(color(102, 73) == [60, 20, 7])
    #expect(color(98, 77) == [40, 40, 7])
    #expect(color(102, 77) == [60, 40, 7])
    try view.setFilters("invert")
    let inverted = try view.pixels()
    #expect(inverted.bytes[(73 * 200 + 98) * 4] == 215)
    #expect(throws: FilterError.self) { try view.setFilters("no-such-filter") }
  }

  @Test func aMissingDecoderGivesASentence() throws {
    let folder = try TemporaryFolder()
    let path = try folder.picture("a.png", gradient(20, 20))
    var messages: [String] = []
    var options = FresnelOptions()
    options.log = { level, message, metadata in
      if level == .error, metadata["source"] != nil { messages.append(message) }
    }
    let view = try FresnelView(offscreen: Self.size, options: options)
    view.show(
      try PictureSource(path: path, decoders: Decoders(folders: [folder.path, "/nowhere"])))
    let sentence =
      "the decoder for PNG pictures (fresnel-decode-png) is not installed; on Debian it needs "
      + DebianSuite.current.name(of: "libpng16-16")
      + " and libisal2; it was looked for in \(folder.path) and /nowhere"
    #expect(throws: FresnelError.noDecoder(sentence)) { _ = try view.pixels() }
    #expect(messages == [sentence])
  }

  @Test func aViewWithoutASourceHasNoPixels() throws {
    let view = try FresnelView(offscreen: Self.size)
    #expect(throws: FresnelError.notDrawn("nothing is shown")) { _ = try view.pixels() }
    #expect(throws: FresnelError.self) {
      _ = try FresnelView(offscreen: PixelSize(width: 0, height: 5))
    }
    view.close()
    #expect(throws: FresnelError.ended) { _ = try view.pixels() }
  }
}

import Rendering
import Synchronization
import TestSupport
import Testing
import Viewing

@testable import Fresnel

/// The pixel under the pointer.
@Suite(.serialized) struct PixelReadoutTests {
  private static let size = PixelSize(width: 200, height: 150)

  private func shown(_ source: any TileSource) throws -> FresnelView {
    let view = try FresnelView(offscreen: Self.size)
    view.show(source)
    view.pixelReadout = PixelReadout()
    _ = try view.pixels()
    return view
  }

  private func move(_ view: FresnelView, _ x: Double, _ y: Double) {
    view.tiles.handle(.motion(position: Point(x: x, y: y), time: 0), at: view.now)
  }

  private func text(_ view: FresnelView) -> String? {
    view.tiles.parts.compactMap { $0 as? PixelReadoutPart }.first?.text
  }

  /// A source whose pixels encode their position.
  private func gradientSource() throws -> PixelSource {
    var pixels: [UInt8] = []
    for y in 0..<150 {
      for x in 0..<200 { pixels += [UInt8(x), UInt8(y), UInt8(x ^ y), 255] }
    }
    return try PixelSource(size: Self.size, pixels: pixels, hasAlpha: false)
  }

  @Test func thePixelsPlaceAndColourAreShown() throws {
    let view = try shown(gradientSource())
    #expect(text(view) == nil)
    move(view, 10.5, 20.5)
    #expect(text(view)?.hasPrefix("10, 20") == true)
    #expect(serve([view]) { text(view) == "10, 20  #0a141e" })
    move(view, 199.9, 149)
    #expect(serve([view]) { text(view) == "199, 149  #c79552" })
  }

  /// The colour is the picture's own, not the one on the screen.
  @Test func filtersDoNotChangeTheColour() throws {
    let view = try shown(gradientSource())
    try view.setFilters("invert")
    view.zoom(to: 4, center: PicturePoint(x: 50, y: 50), animated: false)
    _ = try view.pixels()
    move(view, 100, 75)
    #expect(serve([view]) { text(view) == "50, 50  #323200" })
  }

  @Test func filesAreReadByADecoderOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    let picture = gradient(200, 150)
    let view = try shown(
      PictureSource(path: folder.picture("a.png", picture), decoders: builtDecoders))
    for (x, y) in [(3, 4), (150, 100), (0, 149)] {
      move(view, Double(x) + 0.5, Double(y) + 0.5)
      let digits = String(picture[x, y] & 0xff_ffff | 0x100_0000, radix: 16).dropFirst()
      #expect(serve([view]) { text(view) == "\(x), \(y)  #\(digits)" })
    }
  }

  @Test func theReadoutLeavesWithThePointer() throws {
    let view = try shown(gradientSource())
    move(view, 100, 75)
    #expect(serve([view]) { text(view) == "100, 75  #644b2f" })
    view.tiles.handle(.pointerLeft, at: view.now)
    #expect(text(view) == nil)
    // And it comes back with it.
    move(view, 100, 75)
    #expect(serve([view]) { text(view) == "100, 75  #644b2f" })
  }

  @Test func noPixelIsBesideThePicture() throws {
    let view = try shown(
      PixelSource(
        size: PixelSize(width: 50, height: 50), pixels: [UInt8](repeating: 255, count: 10_000)))
    move(view, 10, 10)
    #expect(text(view) == nil)
    move(view, 100, 75)
    #expect(text(view)?.hasPrefix("25, 25") == true)
    move(view, 199, 75)
    #expect(text(view) == nil)
  }

  @Test func thePanelIsDrawnAndRemoved() throws {
    let view = try shown(
      PixelSource(
        size: Self.size, pixels: [UInt8](repeating: 255, count: 200 * 150 * 4), hasAlpha: false))
    func isPlain() -> Bool { (try? view.pixels())?.bytes.allSatisfy { $0 == 255 } == true }
    #expect(isPlain())
    move(view, 100, 75)
    let isThere = serve([view]) { !isPlain() }
    #expect(isThere)
    view.tiles.handle(.pointerLeft, at: view.now)
    let isGone = serve([view]) { isPlain() }
    #expect(isGone)
  }

  // MARK: Hostile sources

  /// A provider that fails at 100 % would be called for each motion of the pointer.
  @Test func aSourceThatFailsIsNotTriedForEachPixel() throws {
    struct Broken: Error {}
    let calls = Counter()
    let levels = ProvidedLevels(Extent(width: 800, height: 600), scales: .any(upTo: 1))
    let view = try shown(
      ProviderSource(
        levels: levels, hasAlpha: false,
        provider: .calling { request in
          if request.levelSize.width == 800 {
            calls.add()
            throw Broken()
          }
          return plainTile(request, 255)
        }))
    move(view, 20, 75)
    #expect(serve([view]) { calls.value == 1 })
    for step in 0..<40 {
      move(view, 20 + Double(step), 75)
      serve([view], limit: 0.02) { false }
    }
    #expect(text(view) == "236, 300")
    #expect(calls.value == 1)
  }

  /// Only the program's own thread may use a source that knows no way to open it again.
  @Test func anUnknownSourceHasNoColours() throws {
    let view = try shown(Wrapped(gradientSource()))
    move(view, 10, 20)
    serve([view], limit: 0.2) { false }
    #expect(text(view) == "10, 20")
  }

  @Test func changedTilesAreReadAgain() throws {
    let color = Counter()
    let levels = ProvidedLevels(Extent(Self.size), scales: .any(upTo: 1))
    let source = try ProviderSource(
      levels: levels, hasAlpha: false,
      provider: .calling { request in
        plainTile(request, UInt8(color.value))
      })
    let view = try shown(source)
    move(view, 10, 20)
    #expect(serve([view]) { text(view) == "10, 20  #000000" })
    for _ in 0..<16 { color.add() }
    source.invalidate(Rect(minX: 0, minY: 0, maxX: 200, maxY: 150))
    #expect(serve([view]) { view.isAtRest })
    move(view, 10, 20)
    #expect(serve([view]) { text(view) == "10, 20  #101010" })
  }

  /// A view may end while a colour is being read.
  @Test func aViewEndsWhileAColourIsRead() throws {
    for _ in 0..<20 {
      let view = try shown(gradientSource())
      move(view, 10, 20)
      view.close()
      #expect(view.ending == .closed)
    }
  }
}

/// A tile of one grey.
private func plainTile(_ request: ProvidedTileRequest, _ grey: UInt8) -> ProvidedTile {
  let size = request.size
  let pixel: [UInt8] = [grey, grey, grey, 255]
  return .pixels(
    size, Array(repeatElement(pixel, count: size.width * size.height).joined()))
}

/// A number that several threads count.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}

/// A program's own source around another one.
private final class Wrapped: TileSource {
  private let source: any TileSource
  init(_ source: any TileSource) { self.source = source }
  var id: SourceID { source.id }
  var info: SourceInfo? { source.info }
  var access: TilePlanner.Access { source.access }
  var memoryBytes: Int { source.memoryBytes }
  var nextDeadline: Double? { source.nextDeadline }
  func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    source.update(plan, for: demand, now: now)
  }
  func release(_ tile: Tile, now: Double) { source.release(tile, now: now) }
  func addDescriptors(to pollSet: inout PollSet) { source.addDescriptors(to: &pollSet) }
  func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    source.process(pollSet, now: now)
  }
  func close() { source.close() }
}

import Geometry
import Synchronization
import Testing
import Tiles
import Tiling

@testable import Providing

@Suite("Sources that change", .timeLimit(.minutes(30)))
struct ChangeTests {
  private let extent = Extent(width: 3200, height: 2400)
  private let surface = PixelSize(width: 640, height: 400)

  private func view(_ scale: Double) -> Viewport {
    Viewport(settledOn: surface, picture: extent, scale: scale)
  }

  @Test("Exactly the tiles that an area touches are requested again", arguments: [0.5, 0.4, 1])
  func invalidation(zoom: Double) throws {
    let provider = NumberedTiles()
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), edge: 50, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    try view.settle(at: self.view(zoom))
    let before = provider.asked
    provider.forget()
    let area = Rect(minX: 1500, minY: 1190, maxX: 1701, maxY: 1240)
    source.invalidate(area)
    try view.settle(at: self.view(zoom))
    #expect(view.invalidated == [area])
    let touched = before.filter { !$0.area.intersection(area).isEmpty }.map(\.position)
    #expect(Set(provider.askedTiles) == Set(touched) && provider.asked.count == touched.count)
    #expect(!touched.isEmpty)
    // An area that only meets a tile's edge doesn't invalidate the tile.
    provider.forget()
    source.invalidate(Rect(minX: 1600, minY: 1200, maxX: 1600, maxY: 1300))
    try view.settle(at: self.view(zoom))
    #expect(provider.asked.isEmpty)
  }

  @Test("Releasing a tile of the replaced source frees nothing here")
  func foreignTiles() throws {
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), edge: 50, NumberedTiles())
    defer { source.close() }
    let view = HandMadeView(source)
    view.releasesTiles = false
    let level = try #require(source.info).levels.exactLevel(scale: 1)
    let key = try #require(self.view(1).visibleTiles(of: level).keys.first)
    view.want([key])
    try view.wait { view.delivered == [key] }
    let held = source.memoryBytes
    // This is the number of the first tile that any source returns.
    source.release(
      Tile(
        source: source.id, key: key, pixels: OwnedPixels(count: key.layout.byteCount), request: 1),
      now: 0)
    #expect(held > 0 && source.memoryBytes == held)
  }

  @Test(
    "A reply made before the change is dropped and requested again")
  func staleAnswers() throws {
    let gate = CallGate()
    let isOld = Mutex(true)
    let provider = NumberedTiles { request in
      guard isOld.withLock({ $0 }) else { return nil }
      gate.pass()
      return .pixels(
        request.size, Array(repeating: 7, count: request.size.width * request.size.height * 4))
    }
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), threads: 1, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let key = TileKey(level: source.levels.exactLevel(scale: 1), column: 2, row: 2)
    view.want([key])
    provider.waitForCalls(1)
    source.invalidate(Rect(minX: 0, minY: 0, maxX: 3200, maxY: 2400))
    isOld.withLock { $0 = false }
    gate.open()
    try view.wait { view.delivered.count == 1 }
    #expect(provider.asked.count == 2)
    #expect(view.pixels[key].map { Array($0.prefix(4)) } == [2, 2, 160, 255])
  }

  @Test("A delivered tile is sent again if the view considers it changed")
  func nearOnes() throws {
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), NumberedTiles())
    defer { source.close() }
    let view = HandMadeView(source)
    view.releasesTiles = false
    let key = TileKey(level: source.levels.exactLevel(scale: 1), column: 2, row: 2)
    view.want([key])
    try view.wait { view.delivered.count == 1 }
    // The area ends half a pixel left of the tile.
    let left = Double(key.area.minX)
    let middle = Double(key.area.minY + 10)
    source.invalidate(Rect(minX: left - 9, minY: middle, maxX: left - 0.5, maxY: middle + 9))
    view.want([key])
    try view.wait { view.delivered.count == 2 }
  }

  @Test("A failed tile is retried after its content has changed")
  func failedOnes() throws {
    let isBroken = Mutex(true)
    let provider = NumberedTiles { _ in
      if isBroken.withLock({ $0 }) { throw CancellationError() }
      return nil
    }
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let key = TileKey(level: source.levels.exactLevel(scale: 1), column: 2, row: 2)
    view.want([key])
    try view.wait { view.failures.count == 1 }
    isBroken.withLock { $0 = false }
    source.invalidate(Rect(minX: 600, minY: 600, maxX: 601, maxY: 601))
    view.want([key])
    try view.wait { view.delivered.count == 1 }
  }

  @Test("A new extent replaces the old one and its tiles, with the ladder's rules")
  func extents() throws {
    let provider = NumberedTiles()
    let source = try ProviderSource(extent, .fitting(surface, zoomIn: 2), provider)
    defer { source.close() }
    let view = HandMadeView(source)
    try view.settle(at: self.view(0.4))
    #expect(view.infos.count == 1)
    provider.forget()
    let larger = Extent(width: 12800.5, height: 2400.25)
    source.setExtent(larger)
    // A plan for the old extent is ignored.
    view.want(TileGrid(of: SourceLevels.ladder(extent, on: surface, zoomIn: 2).level(for: 1)).keys)
    try view.wait { view.infos.count == 2 }
    #expect(provider.asked.isEmpty)
    #expect(
      view.infos.last?.levels
        == .ladder(
          larger, on: surface, zoomIn: 2, shape: TileShape(edge: 256, overlap: 0)))
    #expect(source.memoryBytes == 0)
    let port = Viewport(settledOn: surface, picture: larger, scale: 0.4)
    try view.settle(at: port)
    #expect(!provider.asked.isEmpty && view.failures.isEmpty)
    #expect(provider.asked.allSatisfy { $0.levelSize.width > 512 })
    source.setExtent(larger)
    #expect(source.nextDeadline == nil, "the same extent is no change")
  }

  @Test("An idle source holds its view's rungs and nothing of other views")
  func memory() throws {
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), NumberedTiles())
    let view = HandMadeView(source)
    try view.settle(at: self.view(0.75))
    // 640 × 400 at 0.75: at most 5 × 4 tiles of the rung, and those that the filter reaches.
    #expect(source.memoryBytes > 0 && source.memoryBytes <= 35 * 256 * 256 * 4)
    try view.settle(at: self.view(1))
    #expect(source.memoryBytes == 0)
    source.close()
    #expect(source.memoryBytes == 0 && source.nextDeadline == nil)
  }
}

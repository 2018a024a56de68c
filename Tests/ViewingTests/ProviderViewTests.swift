import Decoding
import Geometry
import Glibc
import Platform
import Providing
import Synchronization
import TestSupport
import Testing
import Tiles
import Tiling

@testable import Viewing

/// A provider in a view: which tiles are requested, what is shown, and the effect of one bad tile.
@Suite struct ProviderViewTests {
  private static let world = Extent(width: 4096, height: 3072)
  private static let surface = PixelSize(width: 300, height: 200)
  private static let center = Point(x: 2050, y: 1500)

  private static func levels(edge: Int = 256) -> ProvidedLevels {
    ProvidedLevels(
      world, scales: .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3),
      shape: TileShape(edge: edge, overlap: 0))
  }

  /// Zoom z is drawn from the smallest rung that is not below it.
  ///
  /// Only that rung's tiles, and those of the fit view, are requested, each once.
  @Test(arguments: [
    (0.07, 0.125), (0.125, 0.125), (0.2, 0.25), (0.25, 0.25), (0.4, 0.5), (0.9, 1.0), (1.0, 1.0),
    (1.7, 2.0), (3.0, 4.0), (16.0, 8.0),
  ])
  func eachTileOfTheRuleIsRequestedOnce(zoom: Double, rung: Double) throws {
    let provider = PositionedTiles()
    let harness = try ProviderHarness(Self.levels(), surface: Self.surface, provider: provider)
    #expect(harness.settle { harness.settled == 1 })
    provider.forget()
    guard zoom > (harness.view.zoom?.fitScale ?? 1) * 1.001 else { return }
    #expect(harness.show(scale: zoom, center: Self.center))
    let view = try #require(harness.view.zoom?.destination)
    let info = try #require(harness.source.info)
    let level = try #require(
      info.levels.scales.rungs.first { $0.scale == rung }.map {
        Level(size: $0.size, shape: info.levels.shape)
      })
    // Tiles of the view's own scale are resampled from the rung's: the tiles under them are
    // requested.
    let exact = info.levels.exactLevel(of: view)
    let area = view.visibleTiles(of: exact).area
    let ratio = Double(level.size.width) / Double(exact.size.width)
    let reach = 4 * ratio + 1
    func needed(_ request: ProvidedTileRequest) -> Bool {
      let x = Double(request.column * 256)..<Double(request.column * 256 + 256)
      let y = Double(request.row * 256)..<Double(request.row * 256 + 256)
      return x.upperBound > Double(area.minX) * ratio - reach
        && x.lowerBound < Double(area.maxX) * ratio + reach
        && y.upperBound > Double(area.minY) * ratio - reach
        && y.lowerBound < Double(area.maxY) * ratio + reach
    }
    #expect(provider.asked.allSatisfy { $0.scale == rung }, "no other rung: the whole is there")
    #expect(provider.asked.allSatisfy(needed), "no tile that the view does not stand on")
    #expect(Set(provider.asked).count == provider.asked.count, "none twice")
    if info.levels.fitLevel(of: view) != level {
      let seen = Set(view.visibleTiles(of: level).keys.map { [$0.column, $0.row] })
      #expect(seen.isSubset(of: Set(provider.asked.map { [$0.column, $0.row] })))
    }
    let count = provider.asked.count
    for _ in 0..<20 { harness.view.dispatch(at: MonotonicClock.now()) }
    #expect(provider.asked.count == count, "at rest nothing more is asked for")
  }

  @Test(arguments: [50, 640])
  func tilesAreInPlace(edge: Int) throws {
    let provider = PositionedTiles()
    let harness = try ProviderHarness(
      Self.levels(edge: edge), surface: Self.surface, provider: provider)
    #expect(harness.show(scale: 1, center: Self.center))
    let pixels = try harness.pixels()
    let view = try #require(harness.view.newestFrame?.viewport)
    for y in stride(from: 0, to: 200, by: 7) {
      for x in stride(from: 0, to: 300, by: 7) {
        let image = view.imagePoint(at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let expected = PositionedTiles.color(Int(image.x) / edge, Int(image.y) / edge)
        let start = (y * 300 + x) * 4
        #expect(Array(pixels[start..<start + 4]) == expected, "at \(x), \(y)")
      }
    }
  }

  @Test func failedTilesAndWrongSizesFailAloneWithOneEvent() throws {
    let provider = PositionedTiles { request in
      if request.scale == 1, request.column == 8, request.row == 5 { throw Broken() }
      if request.scale == 1, request.column == 7, request.row == 5 {
        return .pixels(PixelSize(width: 3, height: 3), [UInt8](repeating: 9, count: 36))
      }
      return nil
    }
    let harness = try ProviderHarness(Self.levels(), surface: Self.surface, provider: provider)
    #expect(harness.show(scale: 1, center: Self.center))
    #expect(
      harness.failed.map { [$0.0.column, $0.0.row] }.sorted { $0[0] < $1[0] } == [[7, 5], [8, 5]])
    #expect(Set(provider.asked).count == provider.asked.count)
  }

  private struct Broken: Error {}

  @Test func aHungCallDelaysNoOther() throws {
    let gate = Gate()
    let provider = PositionedTiles { request in
      if request.scale == 1, request.column == 8, request.row == 5 { gate.wait() }
      return nil
    }
    let harness = try ProviderHarness(Self.levels(), surface: Self.surface, provider: provider)
    harness.view.zoom(to: 1, center: Self.center, animated: false, now: MonotonicClock.now())
    let level = try #require(harness.source.info?.levels.exactLevel(scale: 1))
    let view = try #require(harness.view.zoom?.destination)
    let others = view.visibleTiles(of: level).keys.filter { [$0.column, $0.row] != [8, 5] }
    #expect(!others.isEmpty)
    #expect(
      harness.settle {
        let tiles = harness.view.tiles(of: harness.source.id).resident
        return others.allSatisfy { tiles[$0] != nil }
      }, "the others are there while it hangs")
    let before = harness.settled
    gate.open()
    #expect(harness.settle { harness.settled > before }, "and it comes when it comes")
    #expect(harness.failed.isEmpty)
  }

  /// Ten thousand encoded tiles need one decoder process.
  @Test func encodedTilesTakeOneProcess() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/cell.png"
    try PixelGrid(width: 16, height: 16, opaque: { x, y in UInt32(x * 16 << 16 | y * 16 << 8) })
      .write(to: path)
    let file = try #require(fopen(path, "r"))
    var bytes = [UInt8](repeating: 0, count: 65_536)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    fclose(file)
    let encoded = bytes
    let provider = PositionedTiles { _ in .encoded(encoded) }
    let pool = ProviderHarness.makePool()
    let shape = TileShape(edge: 16, overlap: 0)
    let levels = ProvidedLevels(
      Extent(width: 1600, height: 1600), scales: .ladder(levelsOfDetail: 1, levelsOfDetailBias: 0),
      shape: shape)
    let source = try ProviderSource(
      id: SourceID(number: 1), levels: levels, hasAlpha: false, provider: provider,
      pictures: .sandboxed(pool, shape: shape))
    let level = levels.levels.exactLevel(scale: 1)
    let wanted = TileGrid(of: level).keys.map { TilePlan.Wanted(key: $0, quality: .exact) }
    source.update(
      TilePlan(wanted: wanted), for: SourceDemand(surface: level.size), now: MonotonicClock.now())
    var came: Set<TileKey> = []
    var pixel: [UInt8] = []
    var limit = MonotonicClock.now() + 60
    var pollSet = PollSet()
    while came.count < wanted.count, MonotonicClock.now() < limit {
      pollSet.removeAll()
      source.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: 0.5)
      for case .tile(let tile) in source.process(pollSet, now: MonotonicClock.now()) {
        came.insert(tile.key)
        // A busy machine may take minutes for all of them.
        limit = MonotonicClock.now() + 60
        if tile.key.column == 70 {
          pixel = tile.withPixels { Array($0[(3 * 16 + 9) * 4..<(3 * 16 + 10) * 4]) }
        }
        source.release(tile, now: MonotonicClock.now())
      }
    }
    #expect(came.count == 10_000)
    #expect(provider.asked.count == 10_000)
    #expect(pixel == [9 * 16, 3 * 16, 0, 255])
    #expect(pool.statistics.processesStarted == 1)
    source.close()
  }
}

extension SourceLevels.Scales {
  var rungs: [SourceLevels.Rung] { if case .ladder(let rungs) = self { rungs } else { [] } }
}

/// Blocks threads until it is opened.
private final class Gate: Sendable {
  private let isOpen = Mutex(false)
  func open() { isOpen.withLock { $0 = true } }
  func wait() { while !isOpen.withLock({ $0 }) { usleep(2000) } }
}

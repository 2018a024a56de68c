import Geometry
import TestSupport
import Testing
import Tiles
import Tiling

@testable import Providing

@Suite("Sources of any scale, and pixels in memory", .timeLimit(.minutes(30)))
struct ScaleTests {
  @Test(
    "A drawing is requested at exactly the plan's level", arguments: [0.37, 1, 913.7])
  func exactLevels(zoom: Double) throws {
    let provider = NumberedTiles()
    let extent = Extent(width: 595.28, height: 841.89)
    let source = try ProviderSource(extent, .any(upTo: 1e6), provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let port = Viewport(
      settledOn: PixelSize(width: 640, height: 400), picture: extent, scale: zoom)
    try view.settle(at: port)
    let level = source.levels.exactLevel(scale: zoom)
    let own = provider.asked.filter { $0.levelSize == level.size }
    #expect(Set(own.map(\.position)).count == own.count)
    #expect(
      Set(provider.asked.map(\.levelSize)).isSubset(
        of: [level.size, source.levels.fitLevel(of: port).size]))
    #expect(
      Set(own.map(\.position))
        .isSuperset(
          of: port.visibleTiles(of: level).keys.map {
            TilePosition(level: -1, column: $0.column, row: $0.row)
          }))
    #expect(own.allSatisfy { abs($0.scale - zoom) < 0.001 * zoom + 1 / extent.width })
    #expect(view.failures.isEmpty)
  }

  @Test("At 2⁴⁴ pixels a side, tiles still meet and sizes are whole")
  func largest() throws {
    let provider = NumberedTiles()
    let extent = Extent(width: 1000.25, height: 7.5)
    let largest = Double(Level.longestSide) / extent.width
    let source = try ProviderSource(extent, .any(upTo: largest), edge: 50, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let level = source.levels.exactLevel(scale: .infinity)
    #expect(level.size.width == Level.longestSide)
    let lastColumn = (level.size.width - 1) / 50
    let lastRow = (level.size.height - 1) / 50
    let keys = [(0, 0), (lastColumn - 1, lastRow), (lastColumn, lastRow)].map {
      TileKey(level: level, column: $0.0, row: $0.1)
    }
    view.want(keys)
    try view.wait { view.delivered.count == 3 }
    let asked = provider.asked.sorted { $0.column < $1.column }
    #expect(asked[1].area.maxX == asked[2].area.minX)
    #expect(asked[2].area.maxX == extent.width && asked[2].area.maxY == extent.height)
    #expect(asked[2].size.width == level.size.width - lastColumn * 50)
    #expect(
      asked[1].area.width > 0 && asked[1].size == PixelSize(width: 50, height: asked[2].size.height)
    )
  }

  @Test("A ladder of 60 doublings stays within its arithmetic")
  func highLadder() throws {
    let provider = NumberedTiles()
    let source = try ProviderSource(
      Extent(width: 3, height: 2), .ladder(levelsOfDetail: 70, levelsOfDetailBias: 43), provider)
    defer { source.close() }
    let view = HandMadeView(source)
    guard case .ladder(let rungs) = source.levels.scales else { return }
    let last = try #require(rungs.last)
    let level = Level(size: last.size, shape: source.levels.shape)
    let key = TileKey(
      level: level, column: (level.size.width - 1) / 256, row: (level.size.height - 1) / 256)
    // Tiles between the highest rungs are made, too.
    let between = source.levels.exactLevel(scale: last.scale * 0.3)
    let other = TileKey(
      level: between, column: (between.size.width - 1) / 256, row: (between.size.height - 1) / 256)
    view.want([key, other])
    try view.wait { view.delivered.count == 2 }
    #expect(view.failures.isEmpty)
  }

  @Test(
    "Pixels in memory are unchanged at their own scale and reduced below it",
    arguments: [1, 0.6, 0.21])
  func pixels(scale: Double) throws {
    let size = PixelSize(width: 700, height: 530)
    let picture = Picture(size) { x, y in
      let alpha = (x / 50 + y / 50) % 2 == 0 ? 255 : (x + y) & 0xFF
      return [x & 0xFF, y & 0xFF, (x * y) & 0xFF].map { $0 * alpha / 255 } + [alpha]
    }
    let source = try PixelSource(id: SourceID(number: 4), size: size, pixels: picture.bytes)
    defer { source.close() }
    let view = HandMadeView(source)
    let level = try #require(source.info).levels.exactLevel(scale: scale)
    let keys = TileGrid(of: level).keys
    // The last ones first, to test another order.
    view.want(keys.reversed())
    try view.wait { view.delivered.count == keys.count }
    let wanted = picture.reduced(to: level.size)
    var shown: [UInt8] = []
    var expected: [UInt8] = []
    for key in keys {
      let pixels = try #require(view.pixels[key])
      let (area, layout) = (key.area, key.layout)
      // The overlap too: it repeats the neighbours, or the edge.
      for y in 0..<layout.stored.height {
        for x in 0..<layout.stored.width {
          let fromX = min(max(area.minX - 1 + x, 0), level.size.width - 1)
          let fromY = min(max(area.minY - 1 + y, 0), level.size.height - 1)
          let from = (fromY * level.size.width + fromX) * 4
          expected += wanted[from..<(from + 4)]
          shown += pixels[(y * layout.stride + x * 4)..<(y * layout.stride + x * 4 + 4)]
        }
      }
    }
    if scale == 1 {
      #expect(shown == expected, "not a code is changed")
    } else {
      let quality = shown.psnr(expected)
      // Below a quarter, a box filter runs first.
      #expect(quality >= (scale > 0.25 ? 50 : 38), "\(quality) dB")
    }
  }

  @Test("Tiles without overlap get it from neighbours, or repeat the edge")
  func overlaps() throws {
    let provider = NumberedTiles()
    let source = try ProviderSource(
      Extent(width: 100, height: 50), .ladder(levelsOfDetail: 1, levelsOfDetailBias: 0), edge: 50,
      overlap: 1, threads: 1, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let level = source.levels.exactLevel(scale: 1)
    let (left, right) = (
      TileKey(level: level, column: 0, row: 0), TileKey(level: level, column: 1, row: 0)
    )
    // Tiles between the rungs, in a single tile, keep the rung's tiles.
    let small = source.levels.exactLevel(scale: 0.5)
    view.want([TileKey(level: small, column: 0, row: 0), left, right])
    try view.wait { view.delivered.count == 3 }
    func pixel(_ key: TileKey, _ x: Int, _ y: Int) -> [UInt8] {
      view.pixels[key].map { Array($0[((y * 52 + x) * 4)..<((y * 52 + x) * 4 + 4)]) } ?? []
    }
    let colors = [0, 1].map { NumberedTiles.color(TilePosition(level: 0, column: $0, row: 0)) }
    #expect(pixel(left, 0, 0) == colors[0] && pixel(left, 50, 51) == colors[0])
    #expect(pixel(left, 51, 20) == colors[0], "its neighbour was not there yet")
    #expect(pixel(right, 0, 20) == colors[0], "its neighbour was")
    #expect(pixel(right, 1, 20) == colors[1] && pixel(right, 51, 51) == colors[1])
  }

  @Test("A provider's own overlap is used unchanged")
  func ownOverlaps() throws {
    // Each pixel encodes its position, in the overlap too.
    @Sendable func pixels(ofColumn column: Int) -> [UInt8] {
      (0..<52 * 52).flatMap { index -> [UInt8] in
        [UInt8(index % 52), UInt8(index / 52), UInt8(column * 90), 255]
      }
    }
    let provider = NumberedTiles { request in
      .pixels(PixelSize(width: 52, height: 52), pixels(ofColumn: request.column))
    }
    let source = try ProviderSource(
      Extent(width: 100, height: 50), .ladder(levelsOfDetail: 1, levelsOfDetailBias: 0), edge: 50,
      overlap: 1, provider)
    defer { source.close() }
    let view = HandMadeView(source)
    view.want(TileGrid(of: source.levels.exactLevel(scale: 1)).keys)
    try view.wait { view.delivered.count == 2 }
    for (key, seen) in view.pixels { #expect(seen == pixels(ofColumn: key.column)) }
  }
}

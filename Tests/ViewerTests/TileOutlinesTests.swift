import DecoderProtocol
import Geometry
import Testing
import Text
import Tiles
import Tiling
import Zooming

@testable import Viewer

@Suite struct TileOutlinesTests {
  private static let picture = PixelSize(width: 2001, height: 1501)
  private let view = Viewport(
    settledOn: PixelSize(width: 600, height: 400), picture: Self.picture, scale: 0.8,
    center: Point(x: 1000, y: 750))

  private func outlines(
    _ tiles: [TileKey: TileQuality], arrivals: [TileKey: Double] = [:], now: Double = 10
  ) -> TileOutlines {
    TileOutlines(
      of: view, levels: SourceLevels(extent: view.picture), resident: tiles, arrivals: arrivals,
      at: now)
  }

  @Test func everyDrawnTileIsOutlined() throws {
    var tiles: [TileKey: TileQuality] = [:]
    for key in TileGrid(of: SourceLevels(extent: view.picture).fitLevel(of: view)).keys {
      tiles[key] = .exact
    }
    let sharp = view.visibleTiles(of: SourceLevels(extent: view.picture).exactLevel(of: view)).keys
    for key in sharp.dropLast() { tiles[key] = .exact }
    let outlines = outlines(tiles)
    // All of the fit view is hidden except under the missing tile.
    let names = Set(outlines.tiles.map(\.key))
    #expect(names.isSuperset(of: sharp.dropLast()) && names.count > sharp.count - 1)
    for tile in outlines.tiles
    where tile.key.level == SourceLevels(extent: view.picture).exactLevel(of: view) {
      let whole = view.deviceRect(of: tile.key.area, in: tile.key.level.size)
      #expect(Rect(tile.area) == whole.intersection(view.surfaceRect))
      #expect(outlines.color(of: tile) == PaintColor(red: 0.3, green: 1, blue: 0.4))
      #expect(outlines.label(of: tile) == "80 % 0 s")
    }
    #expect(outlines.drawing(scale: 1).position == PixelRect(view.surface))
    #expect(outlines.drawing(scale: 1).items.count >= outlines.tiles.count)
  }

  /// An animation's next frames have their tiles already, but they are not drawn.
  @Test func onlyTheDrawnFrameIsOutlined() {
    let levels = SourceLevels(extent: view.picture)
    var tiles: [TileKey: TileQuality] = [:]
    for key in TileGrid(of: levels.fitLevel(of: view)).keys {
      for frame in 4...6 { tiles[key.inFrame(FrameVersion(frame: frame))] = .exact }
    }
    let outlines = TileOutlines(
      of: view, levels: levels, frame: FrameVersion(frame: 5), resident: tiles, arrivals: [:],
      at: 10)
    #expect(!outlines.tiles.isEmpty && outlines.tiles.allSatisfy { $0.key.frame == 5 })
  }

  @Test func labelsNameHalvesPreviewsAndAges() throws {
    let half = TileKey(
      level: Level(size: PixelSize(width: 1001, height: 751)), column: 1, row: 1)
    let exact = outlines([half: .exact], arrivals: [half: 6.9])
    let tile = try #require(exact.tiles.first)
    #expect(exact.label(of: tile) == "1/2 3 s" && exact.tiles.count == 1)
    let preview = outlines([half: .preview])
    #expect(preview.tiles.map(preview.label) == ["1/2 preview 0 s"])
    #expect(exact.color(of: tile) != preview.tiles.map(preview.color).first)
  }

  @Test func labelsChangeOnceASecond() {
    let key = TileKey(
      level: SourceLevels(extent: view.picture).exactLevel(of: view), column: 2, row: 2)
    let (tiles, arrivals) = ([key: TileQuality.exact], [key: 5.0])
    #expect(
      outlines(tiles, arrivals: arrivals, now: 6) == outlines(tiles, arrivals: arrivals, now: 6.9))
    #expect(
      outlines(tiles, arrivals: arrivals, now: 6) != outlines(tiles, arrivals: arrivals, now: 7))
  }
}

import Geometry
import Testing
import Tiles
import Zooming

@testable import Tiling

@Suite("Tile grids")
struct TileGridTests {
  let level = Level(size: .init(width: 1000, height: 600))

  @Test("A grid has the tiles that an area touches, row by row")
  func tiles() {
    let grid = TileGrid(of: level, touching: PixelRect(minX: 255, minY: 256, maxX: 513, maxY: 512))
    #expect(grid.columns == 0..<3 && grid.rows == 1..<2 && grid.count == 3)
    #expect(grid.keys.map(\.column) == [0, 1, 2])
    #expect(grid.contains(TileKey(level: level, column: 2, row: 1)))
    #expect(!grid.contains(TileKey(level: level, column: 2, row: 2)))
    #expect(TileGrid(of: level).count == 12)
    #expect(TileGrid(of: level, touching: PixelRect(.zero)).keys.isEmpty)
    #expect(
      TileGrid(of: level, touching: PixelRect(minX: -90, minY: 590, maxX: 9999, maxY: 9999)).count
        == 4)
  }

  @Test("Tiles are sorted by their distance from the focus")
  func nearest() {
    let view = Viewport(
      settledOn: level.size, picture: level.size, scale: 1)
    let keys = TileGrid(of: level).keys(nearest: .init(x: 600, y: 300), in: view)
    #expect(keys.first == TileKey(level: level, column: 2, row: 1))
    #expect(keys.last == TileKey(level: level, column: 0, row: 2))
    #expect(Set(keys).count == 12)
  }

  @Test(
    "A surface never touches more tiles than it has slots", arguments: [1, 255, 1280, 1281])
  func slots(width: Int) {
    let surface = PixelSize(width: width, height: 800)
    let count = TileGrid.slotCount(forSurface: surface)
    let large = Level(size: .init(width: 5000, height: 5000))
    var most = 0
    for offset in 0..<256 {
      let area = PixelRect(
        minX: offset, minY: offset, maxX: offset + width, maxY: offset + surface.height)
      most = max(most, TileGrid(of: large, touching: area).count)
    }
    #expect(most <= count)
    #expect(TileGrid.slotCount(forSurface: .init(width: 1280, height: 800)) == 30)
  }

  @Test("A margin enlarges a surface on each side", arguments: [0, 1, 97, 257])
  func slotsWithMargin(margin: Int) {
    let surface = PixelSize(width: 900, height: 500)
    let grown = PixelSize(width: 900 + 2 * margin, height: 500 + 2 * margin)
    #expect(
      TileGrid.slotCount(forSurface: surface, margin: margin)
        == TileGrid.slotCount(forSurface: grown))
  }
}

import Geometry
import Testing
import Tiles
import Tiling

/// Tiles that stand in for missing ones.
@Suite struct StandInTests {
  private func levels(_ factors: [Int], side: Int = 1000, edge: Int = 100) -> SourceLevels {
    let rungs = factors.map { factor in
      SourceLevels.Rung(
        scale: 1 / Double(factor), size: PixelSize(width: side / factor, height: side / factor))
    }
    return SourceLevels(
      extent: Extent(PixelSize(width: side, height: side)), scales: .ladder(rungs),
      shape: TileShape(edge: edge, overlap: 0))
  }

  private func key(_ side: Int, _ column: Int, _ row: Int, edge: Int = 100) -> TileKey {
    TileKey(
      level: Level(
        size: PixelSize(width: side, height: side), shape: TileShape(edge: edge, overlap: 0)),
      column: column, row: row)
  }

  @Test func theNextCoarserRungStandsIn() {
    let standIns = levels([4, 2, 1]).standIns(for: [key(1000, 3, 5)]) { _ in false }
    #expect(standIns.keys == [key(500, 1, 2)] && standIns.lacking.isEmpty)
  }

  @Test func ifThatIsMissingTheNextStandsIn() {
    let gone = key(500, 1, 2)
    let standIns = levels([4, 2, 1]).standIns(for: [key(1000, 3, 5)]) { $0 == gone }
    #expect(standIns.keys == [key(250, 0, 1)] && standIns.lacking == [gone])
    let nothing = levels([4, 2, 1]).standIns(for: [key(1000, 3, 5)]) { _ in true }
    #expect(nothing.keys.isEmpty && nothing.lacking.count == 2)
  }

  @Test func laddersOfOtherStepsNeedSeveralStandIns() {
    let standIns = levels([9, 3, 1], side: 900).standIns(for: [key(900, 2, 3)]) { _ in false }
    #expect(standIns.keys == [key(300, 0, 1)])
    let across = levels([3, 2, 1], side: 600).standIns(for: [key(300, 1, 1)]) { _ in false }
    #expect(Set(across.keys) == [key(200, 0, 0), key(200, 1, 0), key(200, 0, 1), key(200, 1, 1)])
  }

  @Test func betweenRungsTheCoarserStandsIn() {
    let standIns = levels([4, 2, 1]).standIns(for: [key(770, 0, 0)]) { _ in false }
    #expect(standIns.keys == [key(500, 0, 0)])
    #expect(levels([4, 2, 1]).standIns(for: [key(250, 0, 0)]) { _ in false }.keys.isEmpty)
    let any = SourceLevels(raster: PixelSize(width: 1000, height: 1000))
    #expect(any.standIns(for: [key(770, 0, 0)]) { _ in false }.keys.isEmpty)
  }
}

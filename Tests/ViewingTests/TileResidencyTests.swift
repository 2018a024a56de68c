import DecoderProtocol
import Geometry
import Testing
import Tiles

@testable import Viewing

@Suite struct TileResidencyTests {
  private let level = Level(size: PixelSize(width: 1000, height: 1000))
  private func key(_ column: Int) -> TileKey { TileKey(level: level, column: column, row: 0) }

  @Test func aTileDroppedBeforeItsReportArrivesIsNotResident() {
    var residency = TileResidency()
    residency.retain([key(0)], number: 1)
    // Eviction 2 drops the tile, and eviction 3 keeps it.
    residency.retain([], number: 2)
    residency.retain([key(0)], number: 3)
    let report1 = residency.receive(key(0), .exact, after: 1)
    #expect(!report1)
    #expect(residency.tiles.isEmpty)
    // A tile decoded again arrives after all evictions.
    let report2 = residency.receive(key(0), .exact, after: 3)
    #expect(report2)
    #expect(residency.tiles == [key(0): .exact])
  }

  @Test func aTileKeptByEveryLaterPlanIsResident() {
    var residency = TileResidency()
    residency.retain([key(0), key(1)], number: 1)
    residency.retain([key(0)], number: 2)
    let report3 = residency.receive(key(0), .preview, after: 0)
    #expect(report3)
    #expect(residency.tiles == [key(0): .preview])
    let report4 = residency.receive(key(1), .exact, after: 0)
    #expect(!report4)
  }

  @Test func aLatePreviewDoesNotReplaceTheExactTile() {
    var residency = TileResidency()
    let report5 = residency.receive(key(0), .exact, after: 0)
    #expect(report5)
    let report6 = residency.receive(key(0), .preview, after: 0)
    #expect(report6)
    #expect(residency.tiles == [key(0): .exact])
  }
}

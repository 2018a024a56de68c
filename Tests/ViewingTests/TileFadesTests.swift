import DecoderProtocol
import Geometry
import Testing
import Tiles

@testable import Viewing

@Suite struct TileFadesTests {
  private func key(_ column: Int) -> TileKey {
    TileKey(level: Level(size: PixelSize(width: 2000, height: 100)), column: column, row: 0)
  }

  @Test func aTileFadesInLinearlyAndThenIsOpaque() {
    var fades = TileFades(duration: 0.08)
    fades.begin(key(0), at: 1)
    fades.begin(key(1), at: 1.04)
    // The tile is already partly visible in the first frame.
    #expect(fades.shares(at: 1.02).mapValues { ($0 * 100).rounded() }[key(0)] == 25)
    let half = fades.shares(at: 1.04).mapValues { ($0 * 100).rounded() }
    #expect(half == [key(0): 50, key(1): 0])
    #expect(fades.shares(at: 1.09).keys.sorted { $0.column < $1.column } == [key(1)])
    #expect(!fades.isEmpty)
    #expect(fades.shares(at: 1.13).isEmpty && fades.isEmpty)
  }

  @Test func withoutADurationNothingFades() {
    var fades = TileFades(duration: 0)
    fades.begin(key(0), at: 1)
    #expect(fades.isEmpty && fades.shares(at: 1).isEmpty)
  }

  @Test func endingFadesMakesTilesOpaque() {
    var fades = TileFades(duration: 1)
    fades.begin(key(0), at: 1)
    fades.end()
    #expect(fades.isEmpty && fades.shares(at: 1).isEmpty)
  }
}

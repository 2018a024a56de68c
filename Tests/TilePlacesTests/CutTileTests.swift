import Geometry
import Testing
import Tiles

@testable import TilePlaces

/// How the viewer cuts up tiles that are too large for it or not square.
@Suite struct CutTileTests {
  private func places(_ width: Int, _ height: Int) throws -> TilePlaces {
    let set = TileDescription.TileSet(
      size: PixelSize(width: width, height: height), factors: [1, 2, 4, 8, 16])
    return try TilePlaces(
      TileDescription(
        size: PixelSize(width: 9000, height: 7000),
        layout: .iiif(version: 3, sets: [set], formats: [])))
  }

  @Test func tilesOfTheViewersSizeAreUsedWhole() throws {
    for edge in [32, 100, 256, 1024] {
      let places = try places(edge, edge)
      #expect(!places.isCut && places.shape == TileShape(edge: edge, overlap: 0))
    }
    let lapping = try TilePlaces(
      TileDescription(
        size: PixelSize(width: 9000, height: 7000),
        layout: .deepZoom(edge: 1022, overlap: 1, format: "jpg")))
    #expect(!lapping.isCut && lapping.shape == TileShape(edge: 1022, overlap: 1))
  }

  @Test func otherTilesAreCutIntoWholeNumbersIfPossible() throws {
    for (width, height, edge) in [
      (2048, 2048, 256), (4096, 4096, 256), (512, 256, 256), (2046, 2046, 186), (1500, 1500, 250),
      (1026, 1026, 171), (300, 900, 150), (640, 480, 160),
      // No edge divides them: tiles extend across two tiles.
      (1027, 1027, 256), (500, 333, 256), (4096, 32, 256),
    ] {
      let places = try places(width, height)
      #expect(places.isCut && places.shape == TileShape(edge: edge, overlap: 1), "\(width)")
    }
  }
}

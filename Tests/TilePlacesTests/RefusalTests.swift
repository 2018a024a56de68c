import Geometry
import Testing

@testable import TilePlaces

/// Invalid descriptions are rejected with a sentence, and never trap.
@Suite struct RefusalTests {
  private let size = PixelSize(width: 10_000, height: 10_000)

  private func refusal(_ size: PixelSize, _ layout: TileDescription.Layout) -> TilePlacesError? {
    do throws(TilePlacesError) {
      _ = try TilePlaces(TileDescription(size: size, layout: layout))
      return nil
    } catch {
      return error
    }
  }

  private func set(_ width: Int, _ height: Int, _ factors: [Int]) -> TileDescription.TileSet {
    TileDescription.TileSet(size: PixelSize(width: width, height: height), factors: factors)
  }

  @Test func impossibleSizesAreRefused() {
    for side in [0, -1, Int.max, (1 << 24) + 1] {
      let wrong = PixelSize(width: side, height: 10)
      #expect(refusal(wrong, .zoomify(edge: 256, tileCount: 0)) == .badSize)
    }
  }

  @Test func impossibleTileSizesAreRefused() {
    for edge in [0, 1, 31, 4097, 1 << 24] {
      let error = TilePlacesError.badTileSize(PixelSize(width: edge, height: edge))
      #expect(refusal(size, .zoomify(edge: edge, tileCount: 0)) == error)
      #expect(refusal(size, .deepZoom(edge: edge, overlap: 0, format: "png")) == error)
      #expect(
        refusal(size, .iiif(version: 2, sets: [set(edge, edge, [1, 2, 4])], formats: [])) == error)
    }
    #expect(
      refusal(size, .deepZoom(edge: 4096, overlap: 65, format: "png")) == .badOverlap(65))
    #expect(refusal(size, .deepZoom(edge: 40, overlap: 40, format: "png")) == .badOverlap(40))
    let low = PixelSize(width: 512, height: 31)
    #expect(refusal(size, .internetImaging(tile: low, levels: 3)) == .badTileSize(low))
    #expect(
      refusal(size, .internetImaging(tile: PixelSize(width: 256, height: 256), levels: 1))
        == .noSmallLevels)
    #expect(
      refusal(size, .iiif(version: 2, sets: [set(512, 31, [1, 2])], formats: []))
        == .badTileSize(low))
  }

  @Test func impossibleLaddersAreRefused() {
    let huge = PixelSize(width: 1 << 20, height: 1 << 20)
    #expect(
      refusal(huge, .iiif(version: 3, sets: [set(256, 256, [1, 2])], formats: []))
        == .noSmallLevels)
    #expect(
      refusal(huge, .iiif(version: 3, sets: [set(256, 256, [1, 4096])], formats: []))
        == .noSmallLevels)
    #expect(
      refusal(huge, .iiif(version: 3, sets: [set(256, 256, [0, -4])], formats: []))
        == .noSmallLevels)
    #expect(refusal(huge, .iiif(version: 3, sets: [], formats: [])) == .noTiles)
    #expect(
      refusal(huge, .iiif(version: 3, sets: [set(256, 256, [])], formats: [])) == .noTiles)
  }

  @Test func formatsThatLeaveTheFolderAreRefused() {
    for format in ["", "..", "a/b", "p g", "jpg\0", "exceeding", "é"] {
      #expect(!TileDescription.isFormat(format), "\(format)")
    }
    for format in ["jpg", "PNG", "jp2", "webp"] { #expect(TileDescription.isFormat(format)) }
  }
}

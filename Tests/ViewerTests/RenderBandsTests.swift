import Geometry
import Testing
import Tiles
import Tiling
import Zooming

@testable import Viewer

@Suite struct RenderBandsTests {
  @Test(arguments: [0, 3, 257])
  func bandsCoverTheViewOnceFromTopToBottom(margin: Int) throws {
    let view = try RenderRequest().viewport(of: Extent(width: 30_000, height: 20_000))
    let bands = Array(
      RenderBands.bands(
        of: view, in: PixelRect(view.surface), levels: SourceLevels(extent: view.picture),
        margin: margin))
    var row = 0
    for band in bands {
      #expect(band.minY == row)
      #expect(band.minX == 0 && band.maxX == 30_000)
      row = band.maxY
      let tiles = RenderBands.tiles(
        of: view, in: band, levels: SourceLevels(extent: view.picture), margin: margin
      ).count
      #expect(tiles <= (margin > 0 ? 2 : 1) * RenderBands.Limits().tiles)
    }
    #expect(row == 20_000)
    #expect(bands.count > 1)
  }

  @Test func aBandIsAsHighAsItsTilesAllow() throws {
    // 128 columns of tiles: a band may have at most four rows of them.
    let view = try RenderRequest().viewport(of: Extent(width: 32_768, height: 32_768))
    #expect(
      RenderBands.bands(
        of: view, in: PixelRect(view.surface), levels: SourceLevels(extent: view.picture), margin: 0
      ).allSatisfy {
        $0.height == 1024
      })
    // Margins may add as much again at most, so that filters need no more passes.
    let filtered = RenderBands.bands(
      of: view, in: PixelRect(view.surface), levels: SourceLevels(extent: view.picture), margin: 257
    )
    #expect(filtered.allSatisfy { $0.height == 1024 })
  }

  @Test func bandsOfAVeryWidePictureAreHigherThanTheirMargins() throws {
    let view = try RenderRequest().viewport(of: Extent(width: 120_000, height: 2000))
    let bands = RenderBands.bands(
      of: view, in: PixelRect(view.surface), levels: SourceLevels(extent: view.picture), margin: 257
    )
    #expect(bands.dropLast().allSatisfy { $0.height == 256 })
  }

  /// The widest PNG that is written, and what decoders accept: a band of 256 rows would be 550 GB.
  @Test(
    arguments: [(14_900_000, 256), (1 << 29, 1 << 30), (131_073, 5000), (1 << 29, 1)],
    [0, 5, 257])
  func aWideBandIsSplitIntoPiecesOfBoundedMemory(size: (Int, Int), margin: Int) throws {
    let view = RenderView.whole(PixelSize(width: size.0, height: size.1))
    let levels = SourceLevels(extent: view.viewport.picture)
    let limits = RenderBands.Limits()
    #expect(!RenderBands.keepsWholeRows(of: view.area))
    // A tall view has too many bands to make them all: check two.
    for band in RenderBands.piecedBands(of: view.area).prefix(2) {
      var column = 0
      for piece in RenderBands.pieces(
        of: band, of: view.viewport, levels: levels, margin: margin)
      {
        try #require(piece.minX == column && piece.width > 0)
        try #require(piece.minY == band.minY && piece.maxY == band.maxY)
        column = piece.maxX
        try #require(piece.width * piece.height * 4 <= limits.bytes)
        let tiles = RenderBands.tiles(
          of: view.viewport, in: piece, levels: levels, margin: margin)
        try #require(tiles.count <= (margin > 0 ? 2 : 1) * limits.tiles)
      }
      #expect(column == size.0)
    }
    let rows = RenderBands.bands(
      of: view.viewport, in: view.area, levels: levels, margin: margin
    ).prefix(2)
    #expect(rows.allSatisfy { $0.height > 0 && $0.width * $0.height <= max(size.0, limits.bytes) })
  }

  /// Enlarged pixels, with hardly any tiles.
  @Test func enlargedPixelsTakeBoundedMemory() throws {
    let view = try RenderRequest(zoom: .scale(64)).viewport(
      of: Extent(width: 100_000, height: 20))
    let levels = SourceLevels(extent: view.picture)
    let area = PixelRect(view.surface)
    #expect(area.width == 6_400_000 && !RenderBands.keepsWholeRows(of: area))
    let band = try #require(RenderBands.piecedBands(of: area).first { _ in true })
    let pieces = Array(RenderBands.pieces(of: band, of: view, levels: levels, margin: 0))
    #expect(pieces.count == 49)
    #expect(pieces.allSatisfy { $0.width * $0.height * 4 <= RenderBands.Limits().bytes })
  }

  @Test func aSmallViewIsOneBand() throws {
    let view = try RenderRequest().viewport(of: Extent(width: 900, height: 700))
    let bands = RenderBands.bands(
      of: view, in: PixelRect(view.surface), levels: SourceLevels(extent: view.picture),
      margin: 100)
    #expect(Array(bands) == [PixelRect(view.surface)])
    #expect(
      RenderBands.tiles(
        of: view, in: PixelRect(view.surface), levels: SourceLevels(extent: view.picture),
        margin: 100
      ).count == 12)
  }

  @Test func bandsOfAnAreaStayInsideIt() throws {
    let view = try RenderRequest().viewport(of: Extent(width: 900, height: 7000))
    let area = PixelRect(minX: 100, minY: 33, maxX: 180, maxY: 6001)
    let bands = Array(
      RenderBands.bands(
        of: view, in: area, levels: SourceLevels(extent: view.picture), margin: 0))
    #expect(bands.first?.minY == 33 && bands.last?.maxY == 6001)
    #expect(bands.allSatisfy { $0.minX == 100 && $0.maxX == 180 && $0.height <= 2048 })
  }

  @Test func bandsOfATurnedViewAreHorizontal() throws {
    var view = try RenderRequest().viewport(of: Extent(width: 600, height: 9000))
    view.orientation = Orientation(isMirrored: false, quarterTurns: 1)
    view.surface = PixelSize(width: 9000, height: 600)
    let band = PixelRect(minX: 0, minY: 0, maxX: 9000, maxY: 200)
    // 200 columns of the upright picture: all its rows of tiles.
    let grid = RenderBands.tiles(
      of: view, in: band, levels: SourceLevels(extent: view.picture), margin: 0)
    #expect(grid.columns.count == 1 && grid.rows == 0..<36)
  }
}

import Geometry
import Tiles

extension TilePlaces {
  /// How large the viewer's own tiles are of this picture, where they are the tiles that there are:
  /// `nil` where those are too large for it, or not square, and are cut.
  private var ownEdge: Int? {
    tile.width == tile.height && tile.width + 2 * overlap <= TileShape.longestEdge
      ? tile.width : nil
  }

  /// Whether the viewer's tiles are cut out of those that there are.
  package var isCut: Bool { ownEdge == nil }

  /// How the viewer cuts the levels.
  ///
  /// Where it cuts tiles apart there is a border within each; between them there is one where they
  /// overlap.
  package var shape: TileShape {
    if let ownEdge { return TileShape(edge: ownEdge, overlap: min(1, overlap)) }
    return TileShape(edge: Self.cellEdge(of: tile), overlap: 1)
  }

  /// The largest size of a tile's picture, with all of its overlap.
  package var largestPicture: PixelSize {
    PixelSize(width: tile.width + 2 * overlap, height: tile.height + 2 * overlap)
  }

  /// The edge of cells that larger or other tiles are cut into: one of which each of those has a
  /// whole number, where there is one of a useful size, so that no cell waits for two of them.
  private static func cellEdge(of tile: PixelSize) -> Int {
    let usual = TileShape.usual.edge
    let fitting = (usual / 2...usual).reversed().first {
      tile.width % $0 == 0 && tile.height % $0 == 0
    }
    return fitting ?? usual
  }
}

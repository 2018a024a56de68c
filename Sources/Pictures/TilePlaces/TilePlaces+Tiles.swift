import Geometry
import Tiles

extension TilePlaces {
  /// The tile edge in the viewer if the picture's own tiles are used: `nil` if they are too large
  /// or not square, and must be cut.
  private var ownEdge: Int? {
    tile.width == tile.height && tile.width + 2 * overlap <= TileShape.longestEdge
      ? tile.width : nil
  }

  /// True if the viewer's tiles are cut from the picture's own.
  package var isCut: Bool { ownEdge == nil }

  /// The viewer's tile shape for the levels.
  ///
  /// Tiles cut from a larger one overlap; across the picture's own tiles they overlap only if those
  /// do.
  package var shape: TileShape {
    if let ownEdge { return TileShape(edge: ownEdge, overlap: min(1, overlap)) }
    return TileShape(edge: Self.tileEdge(of: tile), overlap: 1)
  }

  /// The largest size of a tile's picture, with overlap.
  package var largestPicture: PixelSize {
    PixelSize(width: tile.width + 2 * overlap, height: tile.height + 2 * overlap)
  }

  /// The edge of tiles cut from larger or non-square tiles: if possible one that divides the tile
  /// evenly, so that no tile needs two of them.
  private static func tileEdge(of tile: PixelSize) -> Int {
    let usual = TileShape.usual.edge
    let fitting = (usual / 2...usual).reversed().first {
      tile.width % $0 == 0 && tile.height % $0 == 0
    }
    return fitting ?? usual
  }
}

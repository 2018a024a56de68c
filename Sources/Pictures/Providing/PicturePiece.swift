import Geometry
import Tiles

/// The part of a tile that comes from one picture.
struct PicturePiece: Hashable, Sendable {
  let cell: PictureCell
  /// The area of the level that the picture provides, with the tile's overlap beside it.
  let area: PixelRect

  /// Creates the piece of a tile for the part `own` of the tile's own area.
  init(_ cell: PictureCell, own: PixelRect, of key: TileKey) {
    let tile = key.area
    let border = key.level.shape.overlap
    self.cell = cell
    area = PixelRect(
      minX: own.minX - (own.minX == tile.minX ? border : 0),
      minY: own.minY - (own.minY == tile.minY ? border : 0),
      maxX: own.maxX + (own.maxX == tile.maxX ? border : 0),
      maxY: own.maxY + (own.maxY == tile.maxY ? border : 0))
  }
}

import Geometry
import Tiles

/// What of a tile comes from one picture.
struct PicturePiece: Hashable, Sendable {
  let cell: PictureCell
  /// The pixels of the level that it gives, and those of the tile's border beside them.
  let area: PixelRect

  /// The piece of a tile that has some of its own pixels from a picture.
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

import Geometry
import Tiles

/// The part of a tile that comes from one picture.
struct PicturePiece: Hashable, Sendable {
  let pictureKey: PictureKey
  /// The area of the level that the picture provides, with the tile's overlap beside it.
  let area: PixelRect

  /// Creates the piece of a tile for the part `own` of the tile's own area.
  init(_ pictureKey: PictureKey, own: PixelRect, of key: TileKey) {
    let tile = key.area
    let overlap = key.level.shape.overlap
    self.pictureKey = pictureKey
    area = PixelRect(
      minX: own.minX - (own.minX == tile.minX ? overlap : 0),
      minY: own.minY - (own.minY == tile.minY ? overlap : 0),
      maxX: own.maxX + (own.maxX == tile.maxX ? overlap : 0),
      maxY: own.maxY + (own.maxY == tile.maxY ? overlap : 0))
  }
}

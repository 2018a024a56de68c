import Geometry
import Tiles

/// How a provider divides its levels if its pictures are larger than the source's tiles or not
/// square.
package struct PictureGrid: Hashable, Sendable {
  /// The size of a full picture without overlap, in pixels of its level.
  package let picture: PixelSize

  /// Creates a grid of pictures of a size, which must not be empty.
  package init(picture: PixelSize) { self.picture = picture }

  /// Returns the area of the level that a picture covers, without overlap.
  func area(of pictureKey: PictureKey) -> PixelRect {
    let (x, y) = (pictureKey.column * picture.width, pictureKey.row * picture.height)
    return PixelRect(minX: x, minY: y, maxX: x + picture.width, maxY: y + picture.height)
      .intersection(PixelRect(pictureKey.size))
  }

  /// Returns the pieces of pictures that make up a tile, from the top left.
  func pieces(of key: TileKey) -> [PicturePiece] {
    let area = key.area
    guard !area.isEmpty else { return [] }
    var pieces: [PicturePiece] = []
    for row in area.minY / picture.height...(area.maxY - 1) / picture.height {
      for column in area.minX / picture.width...(area.maxX - 1) / picture.width {
        let pictureKey = PictureKey(
          size: key.level.size, column: column, row: row, frame: key.frame)
        pieces.append(
          PicturePiece(pictureKey, own: self.area(of: pictureKey).intersection(area), of: key))
      }
    }
    return pieces
  }
}

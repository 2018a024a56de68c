import Geometry

/// The position of a picture in its level.
struct PicturePosition: Hashable, Sendable {
  /// The picture's size in pixels.
  let size: PixelSize
  /// The level's pixel at the picture's top left; it may lie outside the level.
  let x: Int
  let y: Int
  /// The part of the picture that lies in the level.
  let inside: PixelRect

  /// Creates the position of a picture of which a part is a tile of a grid.
  init(_ part: PicturePart, of pictureKey: PictureKey, in grid: PictureGrid) {
    let own = grid.area(of: pictureKey)
    size = part.picture
    x = own.minX - part.area.minX
    y = own.minY - part.area.minY
    inside = PixelRect(
      minX: -x, minY: -y, maxX: pictureKey.size.width - x, maxY: pictureKey.size.height - y
    )
    .intersection(PixelRect(part.picture))
  }

  /// Returns the area of the picture that a piece needs; outside of it the edge is repeated.
  func needed(by piece: PicturePiece) -> PixelRect {
    PixelRect(
      minX: piece.area.minX - x, minY: piece.area.minY - y, maxX: piece.area.maxX - x,
      maxY: piece.area.maxY - y
    ).intersection(inside)
  }
}

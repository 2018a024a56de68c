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

  /// Creates the position of a picture of which a part is a cell of a grid.
  init(_ part: PicturePart, of cell: PictureCell, in grid: PictureGrid) {
    let own = grid.area(of: cell)
    size = part.picture
    x = own.minX - part.area.minX
    y = own.minY - part.area.minY
    inside = PixelRect(minX: -x, minY: -y, maxX: cell.size.width - x, maxY: cell.size.height - y)
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

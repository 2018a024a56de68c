import Geometry

/// Where a picture lies in its level.
struct PicturePosition: Hashable, Sendable {
  /// The picture's size.
  let size: PixelSize
  /// The pixel of the level that its first one is; it may lie outside of it.
  let x: Int
  let y: Int
  /// Those of its pixels that the level has.
  let inside: PixelRect

  /// A picture of which a part is a cell of a grid.
  init(_ part: PicturePart, of cell: PictureCell, in grid: PictureGrid) {
    let own = grid.area(of: cell)
    size = part.picture
    x = own.minX - part.area.minX
    y = own.minY - part.area.minY
    inside = PixelRect(minX: -x, minY: -y, maxX: cell.size.width - x, maxY: cell.size.height - y)
      .intersection(PixelRect(part.picture))
  }

  /// The pixels of the picture that a piece needs; what lies outside of it repeats its edge.
  func needed(by piece: PicturePiece) -> PixelRect {
    PixelRect(
      minX: piece.area.minX - x, minY: piece.area.minY - y, maxX: piece.area.maxX - x,
      maxY: piece.area.maxY - y
    ).intersection(inside)
  }
}

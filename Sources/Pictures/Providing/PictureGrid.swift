import Geometry
import Tiles

/// How a provider cuts its levels, where its pictures are not the tiles of the source: they are
/// larger, or not square.
package struct PictureGrid: Hashable, Sendable {
  /// The pixels of a level that a full picture has for its own.
  package let picture: PixelSize

  /// Pictures of a size, which has pixels.
  package init(picture: PixelSize) { self.picture = picture }

  /// The pixels of a level that a picture has for its own.
  func area(of cell: PictureCell) -> PixelRect {
    let (x, y) = (cell.column * picture.width, cell.row * picture.height)
    return PixelRect(minX: x, minY: y, maxX: x + picture.width, maxY: y + picture.height)
      .intersection(PixelRect(cell.size))
  }

  /// What a tile is made of, from the top left: parts of one picture, or of several.
  func pieces(of key: TileKey) -> [PicturePiece] {
    let area = key.area
    guard !area.isEmpty else { return [] }
    var pieces: [PicturePiece] = []
    for row in area.minY / picture.height...(area.maxY - 1) / picture.height {
      for column in area.minX / picture.width...(area.maxX - 1) / picture.width {
        let cell = PictureCell(size: key.level.size, column: column, row: row, frame: key.frame)
        pieces.append(PicturePiece(cell, own: self.area(of: cell).intersection(area), of: key))
      }
    }
    return pieces
  }
}

/// Names one picture of a provider.
struct PictureCell: Hashable, Sendable {
  /// The size of its level.
  let size: PixelSize
  let column: Int
  let row: Int
  let frame: Int
}

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

/// Some decoded pixels of a picture.
struct PictureArea: Sendable {
  let cell: PictureCell
  let position: PicturePosition
  /// Which pixels of the picture they are.
  let area: PixelRect
  /// RGBA8 in rows without padding.
  let memory: OwnedPixels

  /// Whether all is there that a piece needs.
  func holds(_ piece: PicturePiece) -> Bool {
    let needed = position.needed(by: piece)
    return piece.cell == cell && area.intersection(needed) == needed
  }

  /// Copies a piece to where a tile has it.
  func copy(_ piece: PicturePiece, to tile: CellPixels, of key: TileKey) {
    let inside = position.inside
    let border = tile.layout.overlap
    /// Where a column of the level stands in a row of these pixels.
    func column(_ x: Int) -> Int {
      min(max(x - position.x, inside.minX), inside.maxX - 1) - area.minX
    }
    let firstOwn = max(piece.area.minX, inside.minX + position.x)
    let lastOwn = min(piece.area.maxX, inside.maxX + position.x)
    for y in piece.area.minY..<piece.area.maxY {
      let row = min(max(y - position.y, inside.minY), inside.maxY - 1) - area.minY
      let from = memory.base + row * area.width * 4
      let target =
        tile.memory.base + (y - key.area.minY + border) * tile.layout.stride
        + (border - key.area.minX) * 4
      (target + firstOwn * 4).copyMemory(
        from: from + column(firstOwn) * 4, byteCount: (lastOwn - firstOwn) * 4)
      for x in piece.area.minX..<firstOwn {
        (target + x * 4).copyMemory(from: from + column(x) * 4, byteCount: 4)
      }
      for x in lastOwn..<piece.area.maxX {
        (target + x * 4).copyMemory(from: from + column(x) * 4, byteCount: 4)
      }
    }
  }
}

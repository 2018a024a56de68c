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
  func area(of cell: PictureCell) -> PixelRect {
    let (x, y) = (cell.column * picture.width, cell.row * picture.height)
    return PixelRect(minX: x, minY: y, maxX: x + picture.width, maxY: y + picture.height)
      .intersection(PixelRect(cell.size))
  }

  /// Returns the pieces of pictures that make up a tile, from the top left.
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

/// Identifies one of a provider's pictures.
struct PictureCell: Hashable, Sendable {
  /// The size of the level.
  let size: PixelSize
  let column: Int
  let row: Int
  let frame: Int
}

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

/// Decoded pixels of an area of a picture.
struct PictureArea: Sendable {
  let cell: PictureCell
  let position: PicturePosition
  /// The area in the picture.
  let area: PixelRect
  /// RGBA8 in rows without padding.
  let memory: OwnedPixels

  /// Returns true if it contains everything that a piece needs.
  func holds(_ piece: PicturePiece) -> Bool {
    let needed = position.needed(by: piece)
    return piece.cell == cell && area.intersection(needed) == needed
  }

  /// Copies a piece to its place in a tile.
  func copy(_ piece: PicturePiece, to tile: CellPixels, of key: TileKey) {
    let inside = position.inside
    let border = tile.layout.overlap
    /// Returns the column of these pixels for a column of the level.
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

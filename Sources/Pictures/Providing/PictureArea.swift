import Geometry
import Tiles

/// Decoded pixels of an area of a picture.
struct PictureArea: Sendable {
  let pictureKey: PictureKey
  let position: PicturePosition
  let area: PixelRect
  /// RGBA8 in rows without padding.
  let memory: OwnedPixels

  /// Returns true if it contains everything that a piece needs.
  func holds(_ piece: PicturePiece) -> Bool {
    let needed = position.needed(by: piece)
    return piece.pictureKey == pictureKey && area.intersection(needed) == needed
  }

  /// Copies a piece to its place in a tile.
  func copy(_ piece: PicturePiece, to tile: ProvidedPixels, of key: TileKey) {
    let inside = position.inside
    let overlap = tile.layout.overlap
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
        tile.memory.base + (y - key.area.minY + overlap) * tile.layout.stride
        + (overlap - key.area.minX) * 4
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

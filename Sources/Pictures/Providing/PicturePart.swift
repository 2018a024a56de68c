import Geometry
import Tiles

/// The part of an encoded picture that is a tile.
struct PicturePart: Hashable, Sendable {
  let picture: PixelSize
  /// The tile's own area of the picture.
  let area: PixelRect
  /// True if the tile is cut from the picture; false if the picture is the tile.
  let isCut: Bool

  /// Creates a part that is cut from a picture.
  init(picture: PixelSize, area: PixelRect) {
    self.picture = picture
    self.area = area
    isCut = true
  }

  /// Creates a part that is a whole picture.
  init(whole size: PixelSize) {
    picture = size
    area = PixelRect(size)
    isCut = false
  }

  /// The shape in which to decode the picture: one to be cut has no overlap.
  func shape(for shape: TileShape) -> TileShape {
    isCut ? TileShape(edge: max(picture.width, picture.height), overlap: 0) : shape
  }
}

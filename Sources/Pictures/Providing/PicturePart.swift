import Geometry
import Tiles

/// Which pixels of an encoded picture are a tile.
struct PicturePart: Hashable, Sendable {
  /// The picture's size.
  let picture: PixelSize
  /// The tile's own pixels of it.
  let area: PixelRect
  /// Whether the picture is to be cut; one that is a tile itself is laid out as such.
  let isCut: Bool

  /// An area of a picture.
  init(picture: PixelSize, area: PixelRect) {
    self.picture = picture
    self.area = area
    isCut = true
  }

  /// All of a picture.
  init(whole size: PixelSize) {
    picture = size
    area = PixelRect(size)
    isCut = false
  }

  /// How a decoder lays the picture out for a tile of a shape: one that is cut has no border.
  func shape(for shape: TileShape) -> TileShape {
    isCut ? TileShape(edge: max(picture.width, picture.height), overlap: 0) : shape
  }
}

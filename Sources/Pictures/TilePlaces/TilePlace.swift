import Geometry

/// The location of a tile's picture, and the part of it that is the tile.
package struct TilePlace: Hashable, Sendable {
  /// The possible paths, relative to the description or to the tiles' folder, starting with the one
  /// that the layout prescribes.
  package var paths: [String]
  /// The size of the picture.
  package var picture: PixelSize
  /// The picture's pixels that are the tile; the others are overlap or padding.
  package var part: PixelRect
}

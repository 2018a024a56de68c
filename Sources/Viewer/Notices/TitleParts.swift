import Geometry

/// What the window's title says, piece by piece.
struct TitleParts: Hashable, Sendable {
  /// The file's name.
  var name: String
  /// Which of its pages is shown, where there are several.
  var page: PageNumber?
  /// The picture's size in pixels, once it is known.
  var size: PixelSize?
  /// Device pixels for each image pixel.
  var scale: Double?
  /// Its place in the album, counted from 1.
  var place = 1
  /// How many pictures the album has, as far as is known.
  var count = 1
}

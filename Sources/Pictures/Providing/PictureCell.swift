import Geometry

/// Names one picture of a provider.
struct PictureCell: Hashable, Sendable {
  /// The size of its level.
  let size: PixelSize
  let column: Int
  let row: Int
  let frame: Int
}

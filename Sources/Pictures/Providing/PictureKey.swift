import Geometry

/// Identifies one of a provider's pictures.
struct PictureKey: Hashable, Sendable {
  /// The size of the level.
  let size: PixelSize
  let column: Int
  let row: Int
  let frame: Int
}

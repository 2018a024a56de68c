import Geometry

/// The whole picture at one scale, named by its size in pixels.
///
/// Two scales that round to the same size are the same level: their pixels are the same.
/// Sizes are those of the upright picture, its EXIF orientation applied.
public struct Level: Hashable, Sendable {
  /// The size of the picture at this level.
  public var size: PixelSize

  /// The level of a known size.
  public init(size: PixelSize) { self.size = size }

  /// The level of a picture at a scale: round(W·s) × round(H·s), at least one pixel each way.
  ///
  /// Rasters are never decoded above their own resolution, so the level never exceeds the picture.
  public init(of picture: PixelSize, scale: Double) {
    // A scale that is no number must not trap; it gives the smallest level.
    let scale = scale > 0 ? min(scale, 1) : 0
    size = PixelSize(
      width: max(1, Int((Double(picture.width) * scale).rounded())),
      height: max(1, Int((Double(picture.height) * scale).rounded())))
  }
}

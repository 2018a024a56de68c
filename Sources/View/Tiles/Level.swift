import Geometry

/// The whole picture at one scale, identified by its size in pixels and its tile shape.
///
/// Two scales that round to the same size are the same level: their pixels are the same. Sizes are
/// those of the upright picture, with its EXIF orientation applied.
public struct Level: Hashable, Sendable {
  /// The size of the picture at this level.
  public var size: PixelSize
  /// How the level is cut into tiles.
  public var shape: TileShape

  /// Creates a level from its size.
  public init(size: PixelSize, shape: TileShape = .usual) {
    self.size = size
    self.shape = shape
  }

  /// Creates the level of a picture at a scale: round(W·s) × round(H·s), at least one pixel each
  /// way.
  ///
  /// `scale` is limited to `largest`, which is 1 for rasters: they are never decoded above their
  /// own resolution.
  public init(of picture: Extent, scale: Double, largest: Double = 1, shape: TileShape = .usual) {
    // NaN must not trap; it gives the smallest level.
    let scale = scale > 0 ? min(scale, largest) : 0
    self.init(
      size: PixelSize(
        width: Self.pixels(picture.width * scale), height: Self.pixels(picture.height * scale)),
      shape: shape)
  }

  /// Creates the level of a raster, whose size is in whole pixels.
  public init(of picture: PixelSize, scale: Double) {
    self.init(of: Extent(picture), scale: scale)
  }

  /// The longest side of any level, in pixels.
  ///
  /// Up to it, tile edges are exact in Double to a hundredth of a pixel.
  public static let longestSide = 1 << 44

  static func pixels(_ length: Double) -> Int {
    guard length >= 1 else { return 1 }
    return Int(min(length.rounded(), Double(longestSide)))
  }
}

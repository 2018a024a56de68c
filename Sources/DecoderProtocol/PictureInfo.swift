import Geometry

/// What a decoder has learnt about a picture from its header.
public struct PictureInfo: Hashable, Sendable {
  /// Its size in pixels, upright: the orientation that the file names is applied already.
  public var size: PixelSize
  /// The orientation that was applied.
  public var orientation: Orientation
  /// Frames or pages; at least one.
  public var frameCount: Int
  /// Whether any pixel may be translucent.
  public var hasAlpha: Bool
  /// Whether tiles can be read in any order at no extra cost, without a pass over the picture.
  public var isRandomAccess: Bool
  /// Whether a preview of the fit view comes much sooner than the exact one.
  public var hasFastPreview: Bool

  /// All that is known of a picture.
  public init(
    size: PixelSize, orientation: Orientation = .identity, frameCount: Int = 1,
    hasAlpha: Bool = false, isRandomAccess: Bool = false, hasFastPreview: Bool = false
  ) {
    self.size = size
    self.orientation = orientation
    self.frameCount = frameCount
    self.hasAlpha = hasAlpha
    self.isRandomAccess = isRandomAccess
    self.hasFastPreview = hasFastPreview
  }

  /// The longest side that the viewer believes in, in pixels.
  ///
  /// A decoder that claims more is lying or broken. The bounds keep every product of two sizes and
  /// four bytes inside an `Int`.
  public static let longestSide = 1 << 24
  /// The most pixels that the viewer believes in.
  public static let mostPixels = 1 << 44
  /// The most frames of one file.
  public static let mostFrames = 1 << 16
}

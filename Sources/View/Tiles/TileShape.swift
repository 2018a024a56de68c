/// The edge, the overlap and the pixel format of a source's tiles, the same for all its levels.
public struct TileShape: Hashable, Sendable {
  /// The edge of a full tile, in pixels of its level.
  public var edge: Int
  /// The number of the neighbours' pixels that a tile repeats on each side, so that bilinear
  /// sampling shows no seam.
  public var overlap: Int
  /// The pixel format.
  public var format: PixelFormat

  /// Creates a tile shape; invalid numbers are clamped.
  public init(edge: Int, overlap: Int = 1, format: PixelFormat = .rgba8) {
    self.edge = max(1, min(edge, Self.longestEdge))
    self.overlap = max(0, min(overlap, Self.largestOverlap))
    self.format = format
  }

  /// The default shape.
  public static let usual = TileShape(edge: 256)
  /// The edges that a setting offers.
  public static let choices = [128, 256, 512, 1024]
  /// The longest edge: a quarter of the maximum texture size of old devices.
  public static let longestEdge = 1024
  /// The largest overlap.
  public static let largestOverlap = 8

  /// The size of a slot in bytes: a full tile with its overlap, rounded up to pages of 4096 bytes.
  public var slotBytes: Int {
    let stored = edge + 2 * overlap
    return (stored * stored * format.bytesPerPixel + 4095) / 4096 * 4096
  }
}

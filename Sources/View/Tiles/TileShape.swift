/// How the tiles of a source are cut and what their pixels are: one value for all of its levels.
public struct TileShape: Hashable, Sendable {
  /// The edge of a full tile, in pixels of its level.
  public var edge: Int
  /// Pixels on each side of a tile that repeat its neighbours', so that bilinear sampling shows no
  /// seam.
  public var overlap: Int
  /// What a pixel is.
  public var format: PixelFormat

  /// Tiles of an edge, an overlap and a kind of pixels; numbers that can't be are made to fit.
  public init(edge: Int, overlap: Int = 1, format: PixelFormat = .rgba8) {
    self.edge = max(1, min(edge, Self.longestEdge))
    self.overlap = max(0, min(overlap, Self.largestOverlap))
    self.format = format
  }

  /// What the viewer uses where nobody chose anything else.
  public static let usual = TileShape(edge: 256)
  /// The edges that people can choose from.
  public static let choices = [128, 256, 512, 1024]
  /// The longest edge: four times this is the side of the largest textures of old devices.
  public static let longestEdge = 1024
  /// The largest overlap.
  public static let largestOverlap = 8

  /// Bytes of one slot: room for a full tile with its overlap, in whole pages of 4096 bytes.
  public var slotBytes: Int {
    let stored = edge + 2 * overlap
    return (stored * stored * format.bytesPerPixel + 4095) / 4096 * 4096
  }
}

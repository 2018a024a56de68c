import Geometry
import Tiles

/// The encoded picture of one tile, to be decoded.
public struct EncodedTile: Hashable, Sendable {
  /// The caller's identifier for it; never reused.
  public let id: UInt64
  /// The bytes of the file, such as a PNG or a JPEG.
  public let bytes: [UInt8]
  /// The size that the picture must have, in pixels: that of the tile without its overlap.
  public let size: PixelSize
  /// The area of the picture to return: all of it, except for pictures that several tiles are cut
  /// from.
  public let area: PixelRect
  /// The shape of the source's tiles, which defines the overlap of the returned pixels.
  public let shape: TileShape

  /// Creates an encoded picture with an expected size; `area` defaults to all of it.
  public init(
    id: UInt64, bytes: [UInt8], size: PixelSize, area: PixelRect? = nil, shape: TileShape
  ) {
    self.id = id
    self.bytes = bytes
    self.size = size
    self.area = area ?? PixelRect(size)
    self.shape = shape
  }

  /// The memory layout of the decoded pixels.
  public var layout: TileLayout { TileLayout(area: area.size, shape: shape) }
}

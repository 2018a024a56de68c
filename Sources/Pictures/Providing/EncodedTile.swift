import Geometry
import Tiles

/// The encoded picture of one tile, on its way to a decoder.
public struct EncodedTile: Hashable, Sendable {
  /// The asker's number of it; never used twice.
  public let id: UInt64
  /// The file's bytes: a PNG, a JPEG.
  public let bytes: [UInt8]
  /// The size that the picture must have, in pixels: the tile's own, overlap left out.
  public let size: PixelSize
  /// The pixels of it that are wanted: all, but of pictures that several tiles are cut out of.
  public let area: PixelRect
  /// How the source's tiles are cut: it says which border the pixels are to have.
  public let shape: TileShape

  /// An encoded picture of an expected size.
  public init(
    id: UInt64, bytes: [UInt8], size: PixelSize, area: PixelRect? = nil, shape: TileShape
  ) {
    self.id = id
    self.bytes = bytes
    self.size = size
    self.area = area ?? PixelRect(size)
    self.shape = shape
  }

  /// How the decoded pixels lie in memory.
  public var layout: TileLayout { TileLayout(area: area.size, shape: shape) }
}

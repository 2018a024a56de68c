import Geometry

/// How a tile's pixels lie in memory.
///
/// Rows from top to bottom, without padding. Around the tile's own pixels runs a border of `overlap`
/// pixels that repeats the neighbours' pixels, and the tile's own outermost ones at the picture's
/// edges.
public struct TileLayout: Hashable, Sendable {
  /// The tile's own pixels, overlap left out.
  public var area: PixelSize
  /// Pixels on each side that belong to the neighbours.
  public var overlap: Int
  /// What a pixel is.
  public var format: PixelFormat

  /// The layout of a tile with `area` pixels of its own, at most the shape's edge each way.
  public init(area: PixelSize, shape: TileShape = .usual) {
    self.area = area
    overlap = shape.overlap
    format = shape.format
  }

  /// The stored pixels, overlap included.
  public var stored: PixelSize {
    PixelSize(width: area.width + 2 * overlap, height: area.height + 2 * overlap)
  }

  /// Bytes of one pixel.
  public var bytesPerPixel: Int { format.bytesPerPixel }

  /// Bytes from one stored row to the next.
  public var stride: Int { stored.width * bytesPerPixel }

  /// Bytes of all stored rows.
  public var byteCount: Int { stride * stored.height }
}

import Geometry
import Platform

/// How a tile's pixels lie in memory.
///
/// Rows run from top to bottom, without padding. Around the tile's own pixels, `overlap` pixels on
/// each side repeat the neighbours' pixels, or at the picture's edges the tile's own outermost
/// ones.
public struct TileLayout: Hashable, Sendable {
  /// The size of the tile without its overlap.
  public var area: PixelSize
  /// The number of pixels on each side that belong to the neighbours.
  public var overlap: Int
  /// The pixel format.
  public var format: PixelFormat

  /// Creates the layout of a tile with `area` pixels of its own, at most the shape's edge each way.
  public init(area: PixelSize, shape: TileShape = .usual) {
    self.area = area
    overlap = shape.overlap
    format = shape.format
  }

  /// The size of the tile with its overlap.
  public var stored: PixelSize {
    PixelSize(width: area.width + 2 * overlap, height: area.height + 2 * overlap)
  }

  /// The size of a pixel in bytes.
  public var bytesPerPixel: Int { format.bytesPerPixel }

  /// The distance between two stored rows in bytes.
  public var stride: Int { stored.width * bytesPerPixel }

  /// The size of all stored rows in bytes.
  public var byteCount: Int { stride * stored.height }
}

extension SharedMemory: TileMemory {}

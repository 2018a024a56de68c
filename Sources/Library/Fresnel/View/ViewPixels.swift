import Geometry

/// The pixels of a view: premultiplied RGBA, one byte each, rows without padding, top row first.
public struct ViewPixels: Hashable, Sendable {
  /// Columns and rows.
  public let size: PixelSize
  /// Four bytes per pixel.
  public let bytes: [UInt8]
}

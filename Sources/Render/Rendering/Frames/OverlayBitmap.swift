import Geometry

/// The pixels of an overlay: premultiplied RGBA, 8 bits per channel, rows without padding.
public struct OverlayBitmap: Hashable, Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// The pixels, top row first.
  public let pixels: [UInt8]

  /// Creates a bitmap; `nil` if the number of bytes does not match the size.
  public init?(size: PixelSize, pixels: [UInt8]) {
    guard !size.isEmpty, let area = size.area, pixels.count == area * 4 else { return nil }
    self.size = size
    self.pixels = pixels
  }
}

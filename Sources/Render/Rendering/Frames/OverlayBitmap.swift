import Geometry

/// The pixels of an overlay: premultiplied RGBA, 8 bits a channel, rows without padding.
public struct OverlayBitmap: Hashable, Sendable {
  /// Its size.
  public let size: PixelSize
  /// Its bytes, top row first.
  public let pixels: [UInt8]

  /// A bitmap of as many bytes as its size asks for; `nil` where they do not match.
  public init?(size: PixelSize, pixels: [UInt8]) {
    guard !size.isEmpty, let area = size.area, pixels.count == area * 4 else { return nil }
    self.size = size
    self.pixels = pixels
  }
}

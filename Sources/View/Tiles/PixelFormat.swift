/// The pixel format of a tile.
public enum PixelFormat: UInt8, Hashable, Sendable, CaseIterable {
  /// Four bytes R, G, B, A, premultiplied and encoded for the display.
  case rgba8 = 0
  /// Four half floats R, G, B, A, premultiplied, in linear light of the display's primaries.
  ///
  /// 1.0 is the white of ordinary pictures; higher values are brighter.
  case rgba16f = 1

  /// The size of a pixel in bytes.
  public var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16f: 8
    }
  }
}

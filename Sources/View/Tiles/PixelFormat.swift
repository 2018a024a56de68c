/// What one pixel of a tile is.
public enum PixelFormat: UInt8, Hashable, Sendable, CaseIterable {
  /// Four bytes R, G, B, A, premultiplied, encoded for the display: finished.
  case rgba8 = 0
  /// Four half-precision floats R, G, B, A, premultiplied, linear light in the display's primaries;
  /// 1.0 is the white of ordinary pictures, more is brighter than it.
  case rgba16f = 1

  /// Bytes of one pixel.
  public var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16f: 8
    }
  }
}

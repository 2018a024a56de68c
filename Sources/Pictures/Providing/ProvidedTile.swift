import Geometry

/// A provider's answer for one tile.
public enum ProvidedTile: Hashable, Sendable {
  /// Pixels: one byte each of R, G, B, A, premultiplied, rows without padding.
  ///
  /// Colours are the display's, or sRGB if there is no profile. The size is that of the request; if
  /// tiles overlap, it may be larger by the overlap on each side, and the provider fills the
  /// overlap too. If the source has no alpha, the fourth byte must be 255.
  case pixels(PixelSize, [UInt8])
  /// An encoded picture of the requested size, decoded in a sandboxed process.
  case encoded([UInt8])
  /// An area of an encoded picture of any size.
  ///
  /// The area has the requested size. If tiles overlap, what surrounds it in the picture becomes
  /// the tile's overlap.
  case encodedPart([UInt8], of: PixelSize, PixelRect)
  /// There is no such tile: coarser ones stay visible, or nothing is drawn.
  case missing
}

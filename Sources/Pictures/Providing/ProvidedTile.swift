import Geometry

/// The picture of one tile.
public enum ProvidedTile: Hashable, Sendable {
  /// Pixels: R, G, B, A, a byte each, colours multiplied by alpha, rows without padding.
  ///
  /// Colours are the display's, sRGB where there is nothing else. The size is that of the request;
  /// where tiles overlap it may be larger by the overlap on each side, and the border is the
  /// provider's. Without alpha in the source the fourth byte must be 255.
  case pixels(PixelSize, [UInt8])
  /// An encoded picture of the size of the request, decoded in a locked-down process.
  case encoded([UInt8])
  /// An encoded picture of a size of its own, of which an area is the tile.
  ///
  /// The area is as large as the request. What lies around it in the picture is the tile's border
  /// where tiles overlap.
  case encodedPart([UInt8], of: PixelSize, PixelRect)
  /// There is no such tile: what is coarser stays, or nothing is drawn.
  case missing
}

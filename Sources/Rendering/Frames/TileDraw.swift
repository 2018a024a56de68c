import Geometry
import Tiles

/// One piece of a frame: device pixels, the tile that they come from, and how.
package struct TileDraw: Hashable, Sendable {
  /// How a tile's texels become pixels.
  package enum Sampling: Hashable, Sendable {
    /// One texel is one pixel, unchanged.
    case texelForPixel
    /// Texels are shown as the squares that they are.
    case crisp
    /// Between texels, colours are mixed (bilinear).
    case smooth
  }

  /// Which tile.
  package var key: TileKey
  /// The device pixels to fill; no other draw of the frame has any of them, but for those under a fade.
  package var pixels: PixelRect
  /// Where the whole tile lies, gutter left out.
  package var deviceRect: Rect
  /// Which texels lie under the pixels.
  package var texels: TexelMap
  /// How texels become pixels.
  package var sampling: Sampling
  /// How much of it is seen over what was drawn on its pixels before; 1 is all.
  package var share = 1.0

  /// The same for a part of its pixels.
  func part(_ pixels: PixelRect) -> TileDraw {
    var part = self
    part.texels = texels.moved(
      right: pixels.minX - self.pixels.minX, down: pixels.minY - self.pixels.minY)
    part.pixels = pixels
    return part
  }
}

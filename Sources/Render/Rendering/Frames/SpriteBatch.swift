import Geometry
import ShaderLibrary

/// Bitmaps from one atlas at points of the picture, with a constant size on the screen.
package struct SpriteBatch: Hashable, Sendable {
  /// The ID of the atlas bitmap, which is passed to the renderer like those of overlays.
  package var bitmap: UInt64
  /// The sprites in drawing order, the lowest first.
  package var sprites: [Sprite]

  /// One sprite.
  package struct Sprite: Hashable, Sendable {
    /// The position in units of the frame's picture.
    package var point: Point
    /// The pixels in the atlas.
    package var texels: PixelRect
    /// The column of the anchor, from the sprite's left edge.
    package var anchorX: Int
    /// The row of the anchor, from the sprite's top edge.
    package var anchorY: Int

    /// Creates a sprite.
    package init(point: Point, texels: PixelRect, anchorX: Int, anchorY: Int) {
      self.point = point
      self.texels = texels
      self.anchorX = anchorX
      self.anchorY = anchorY
    }

    /// Returns the device pixels that it covers in a view; whole ones, so that it is sharp.
    func box(in view: Viewport) -> PixelRect {
      let pixel = view.pixel(of: point)
      let x = pixel.x - anchorX
      let y = pixel.y - anchorY
      return PixelRect(minX: x, minY: y, maxX: x + texels.width, maxY: y + texels.height)
    }
  }

  /// Creates a batch of sprites from one bitmap.
  package init(bitmap: UInt64, sprites: [Sprite]) {
    self.bitmap = bitmap
    self.sprites = sprites
  }
}

import Geometry
import ViewGeometry

/// Small bitmaps of one texture at points of the picture, of constant size on the screen.
package struct SpriteBatch: Hashable, Sendable {
  /// The bitmap that all are cut from; it is handed to the renderer as overlays' are.
  package var bitmap: UInt64
  /// The sprites in the order to draw them, the lowest first.
  package var sprites: [Sprite]

  /// One of them.
  package struct Sprite: Hashable, Sendable {
    /// Where it stands, in units of the frame's picture.
    package var point: Point
    /// Its pixels in the bitmap.
    package var texels: PixelRect
    /// Its column that stands on the point, from its own left edge.
    package var anchorX: Int
    /// Its row that stands on the point, from its own top edge.
    package var anchorY: Int

    /// A sprite with its parts given.
    package init(point: Point, texels: PixelRect, anchorX: Int, anchorY: Int) {
      self.point = point
      self.texels = texels
      self.anchorX = anchorX
      self.anchorY = anchorY
    }

    /// The device pixels that it fills in a view: whole ones, so that it is sharp.
    func box(in view: Viewport) -> PixelRect {
      let pixel = view.pixel(of: point)
      let x = pixel.x - anchorX
      let y = pixel.y - anchorY
      return PixelRect(minX: x, minY: y, maxX: x + texels.width, maxY: y + texels.height)
    }
  }

  /// Sprites of a bitmap.
  package init(bitmap: UInt64, sprites: [Sprite]) {
    self.bitmap = bitmap
    self.sprites = sprites
  }
}

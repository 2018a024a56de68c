import Graphics
import Tiles

/// A tile that stands in a texture: what frames are drawn from.
final class ResidentTile {
  /// Which tile.
  let key: TileKey
  /// How carefully it was made.
  let quality: TileQuality
  /// Its stored pixels, gutter included.
  let texture: Texture

  /// A tile with its texture.
  init(key: TileKey, quality: TileQuality, texture: consuming Texture) {
    self.key = key
    self.quality = quality
    self.texture = texture
  }
}

/// An overlay's bitmap in a texture.
final class OverlayTexture {
  /// Its pixels.
  let texture: Texture

  /// Copies a bitmap into a texture.
  init(_ bitmap: OverlayBitmap, on gl: borrowing Current) throws(GLError) {
    let texture = try Texture(size: bitmap.size, on: gl)
    bitmap.pixels.withUnsafeBytes { texture.replace(with: $0, on: gl) }
    try gl.check("glTexSubImage2D")
    self.texture = texture
  }
}

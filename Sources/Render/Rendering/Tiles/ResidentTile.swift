import Graphics
import Tiles

/// A tile in a texture, from which frames are drawn.
final class ResidentTile {
  let key: TileKey
  let quality: TileQuality
  /// The stored pixels, overlap included.
  let texture: Texture

  init(key: TileKey, quality: TileQuality, texture: consuming Texture) {
    self.key = key
    self.quality = quality
    self.texture = texture
  }
}

/// An overlay's bitmap in a texture.
final class OverlayTexture {
  let texture: Texture

  /// Copies a bitmap into a texture.
  init(_ bitmap: OverlayBitmap, on gl: borrowing Current) throws(GLError) {
    let texture = try Texture(size: bitmap.size, on: gl)
    bitmap.pixels.withUnsafeBytes { texture.replace(with: $0, on: gl) }
    try gl.check("glTexSubImage2D")
    self.texture = texture
  }
}

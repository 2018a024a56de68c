import Geometry
import Graphics
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

/// Draws a frame's sprites in one call; created with the first sprite.
final class SpritePainter {
  private let program: Program
  private let scale: Uniform
  private let offset: Uniform
  private let buffer: InstanceBuffer

  /// The number of floats per vertex attribute: the box in device pixels, and the corner in the
  /// atlas.
  private static let numbers = [4, 2]

  init(on gl: borrowing Current) throws(GLError) {
    let program = try Program(
      vertex: ShaderVariant.text(ofVertex: "sprite.vert"),
      fragment: ShaderVariant(isCrisp: true, end: .plain).fragmentText(), on: gl)
    scale = program.uniform("scale", on: gl)
    offset = program.uniform("offset", on: gl)
    self.program = program
    buffer = try InstanceBuffer(on: gl)
    gl.releaseShaderCompiler()
  }

  /// Draws sprites over what is there; `view` is fitted to the surface.
  func draw(
    _ batch: SpriteBatch, from texture: borrowing Texture, in view: Viewport,
    to target: TilePainter.Target, on gl: borrowing Current
  ) throws(GLError) {
    let pixels = target.pixels
    let bounds = PixelRect(texture.size)
    var numbers: [Float] = []
    numbers.reserveCapacity(batch.sprites.count * 6)
    for sprite in batch.sprites {
      let box = sprite.box(in: view)
      let isInside = sprite.texels.intersection(bounds) == sprite.texels
      guard isInside, !box.intersection(pixels).isEmpty else { continue }
      numbers.append(Float(box.minX - pixels.minX))
      numbers.append(Float(box.minY - pixels.minY))
      numbers.append(Float(box.width))
      numbers.append(Float(box.height))
      numbers.append(Float(sprite.texels.minX))
      numbers.append(Float(sprite.texels.minY))
    }
    guard !numbers.isEmpty else { return }
    program.use(on: gl)
    let flip: Float = target.isFlipped ? -1 : 1
    scale.set(2 / Float(pixels.width), flip * 2 / Float(pixels.height))
    offset.set(-1, -flip)
    texture.bind(on: gl)
    gl.setBlending(.over)
    defer { gl.setBlending(.replace) }
    buffer.drawQuads(numbers, attributes: Self.numbers, on: gl)
    try gl.check("glDrawArraysInstanced")
  }
}

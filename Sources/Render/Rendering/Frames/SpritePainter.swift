import Geometry
import Graphics
import ShaderLibrary

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

  /// Draws sprites over the target's content; `view` is fitted to the surface.
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

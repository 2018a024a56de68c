import Geometry
import Graphics
import Tiles

/// Draws tiles and overlays on the bound framebuffer; created and used with one context.
final class TilePainter {
  /// Where a frame's device pixels lie on the framebuffer.
  struct Target {
    /// The device pixels that the framebuffer holds.
    var pixels: PixelRect
    /// True if row 0 is at the bottom, as in windows.
    var isFlipped: Bool
    /// The number of steps from black to white.
    var steps = 255
  }

  private var programs: [ShaderVariant: TileProgram] = [:]
  /// Created with the first sprite.
  private var sprites: SpritePainter?

  /// Compiles all programs for ordinary pictures.
  init(on gl: borrowing Current) throws(GLError) {
    for variant in ShaderVariant.usual {
      programs[variant] = try TileProgram(variant, on: gl)
    }
  }

  /// Draws with every program once, so that drivers that compile lazily do so before the first
  /// frame.
  func warmUp(on gl: borrowing Current) throws(GLError) {
    let texture = try Texture(size: PixelSize(width: 3, height: 3), on: gl)
    [UInt8](repeating: 255, count: 36).withUnsafeBytes { texture.replace(with: $0, on: gl) }
    let pixel = PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let target = Target(pixels: pixel, isFlipped: false)
    let map = TexelMap(stretching: texture.size, over: pixel.size)
    // Tiles fade in over others, which is one more blend mode for each program.
    for blending in [Blending.replace, .mix(0.5)] {
      gl.setBlending(blending)
      for variant in ShaderVariant.usual {
        let end = FinalPixelStep(variant.end == .checker ? Backdrop().checker : nil)
        programs[variant]?.begin(target, end, on: gl)
        programs[variant]?.draw(texture, pixels: pixel, texels: map, on: gl)
      }
    }
    gl.setBlending(.over)
    try begin(target, crisp: true, .plain, on: gl)
      .draw(texture, pixels: pixel, texels: map, on: gl)
    gl.setBlending(.replace)
    gl.finish()
    try gl.check("glDrawArrays")
  }

  /// Fills the target with the colour around the picture, or with transparency.
  func clear(_ color: OpaqueColor?, on gl: borrowing Current) {
    guard let color else { return gl.clear(red: 0, green: 0, blue: 0, alpha: 0) }
    gl.clear(
      red: Float(color.red) / 255, green: Float(color.green) / 255,
      blue: Float(color.blue) / 255, alpha: 1)
  }

  /// Draws tiles, each pixel once, replacing the target's content or blended over it.
  func draw(
    _ draws: [TileDraw], of tiles: [TileKey: ResidentTile], _ end: FinalPixelStep,
    blending: Blending = .replace, to target: Target, on gl: borrowing Current
  ) throws(GLError) {
    try Self.draw(draws, of: tiles, blending: blending, on: gl) {
      (isCrisp: Bool, gl: borrowing Current) throws(GLError) in
      try begin(target, crisp: isCrisp, end, on: gl)
    }
  }

  /// Draws tiles, each pixel once, then those that fade in over them.
  ///
  /// `program` prepares a program at first use, for crisp or for interpolated texels.
  static func draw(
    _ draws: [TileDraw], of tiles: [TileKey: ResidentTile], blending: Blending,
    on gl: borrowing Current,
    program: (_ isCrisp: Bool, borrowing Current) throws(GLError) -> TileProgram
  ) throws(GLError) {
    // By program, so that each is prepared once per frame, or twice while tiles fade in.
    for isFading in [false, true] {
      gl.setBlending(blending)
      for isCrisp in [true, false] {
        var ready: TileProgram?
        for draw in draws where (draw.sampling != .smooth) == isCrisp {
          guard (draw.opacity < 1) == isFading, let tile = tiles[draw.key] else { continue }
          if ready == nil { ready = try program(isCrisp, gl) }
          if isFading { gl.setBlending(.mix(Float(draw.opacity))) }
          ready?.draw(tile.texture, pixels: draw.pixels, texels: draw.texels, on: gl)
        }
      }
    }
    gl.setBlending(.replace)
  }

  /// Draws a frame's sprites in order, blended; views are fitted to `surface`.
  func drawSprites(
    of frame: Frame, on surface: PixelSize, from bitmaps: [UInt64: OverlayTexture],
    to target: Target, on gl: borrowing Current
  ) throws(GLError) {
    guard let batch = frame.sprites, let bitmap = bitmaps[batch.bitmap] else { return }
    let painter: SpritePainter
    if let sprites {
      painter = sprites
    } else {
      painter = try SpritePainter(on: gl)
      sprites = painter
    }
    try painter.draw(
      batch, from: bitmap.texture, in: frame.viewport.resized(to: surface), to: target, on: gl)
  }

  /// Draws overlays over everything in order, blended.
  func draw(
    _ overlays: [Overlay], from bitmaps: [UInt64: OverlayTexture], to target: Target,
    on gl: borrowing Current
  ) throws(GLError) {
    guard !overlays.isEmpty else { return }
    gl.setBlending(.over)
    defer { gl.setBlending(.replace) }
    var opacity = 1.0
    var program = try begin(target, crisp: true, .plain, on: gl)
    for overlay in overlays {
      guard let bitmap = bitmaps[overlay.bitmap], !overlay.position.isEmpty else { continue }
      if overlay.opacity != opacity {
        opacity = overlay.opacity
        let end = opacity < 1 ? FinalPixelStep(.opacity(Float(opacity))) : .plain
        program = try begin(target, crisp: true, end, on: gl)
      }
      let map = TexelMap(stretching: bitmap.texture.size, over: overlay.position.size)
      program.draw(bitmap.texture, pixels: overlay.position, texels: map, on: gl)
    }
  }

  private func begin(
    _ target: Target, crisp: Bool, _ end: FinalPixelStep, on gl: borrowing Current
  ) throws(GLError) -> TileProgram {
    let variant = ShaderVariant(isCrisp: crisp, end: end.kind)
    let program: TileProgram
    if let made = programs[variant] {
      program = made
    } else {
      program = try TileProgram(variant, on: gl)
      programs[variant] = program
      gl.releaseShaderCompiler()
    }
    program.begin(target, end, on: gl)
    return program
  }
}

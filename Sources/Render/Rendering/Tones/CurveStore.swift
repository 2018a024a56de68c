import Geometry
import Graphics
import Platform
import Tiles

/// The display's transfer curves in a texture; created and used with one context.
final class CurveStore {
  private var held: (curves: DisplayCurves, texture: Shared<Texture>)?
  private let counters: RenderCounters

  /// The texture unit of the curves: the last one that every device has, so that it never collides
  /// with filters' tables.
  static let unit = 15

  init(counters: RenderCounters) { self.counters = counters }

  deinit { drop() }

  /// Binds a display's curves; uploads them the first time.
  func bind(_ curves: DisplayCurves, on gl: borrowing Current) throws(GLError) {
    gl.useTextureUnit(Self.unit)
    defer { gl.useTextureUnit(0) }
    if let held, held.curves == curves { return held.texture.value.bind(on: gl) }
    drop()
    let entries = DisplayCurves.entries
    let texture = try Texture(
      size: PixelSize(width: entries, height: 1), format: .halfFloats, on: gl)
    let texels = (0..<entries).flatMap { index -> [UInt16] in
      let codes = SIMD4(
        Float(curves.codes[index]), Float(curves.codes[entries + index]),
        Float(curves.codes[2 * entries + index]), 65535)
      let bits = HalfFloats.bits(codes / 65535)
      return (0..<4).map { UInt16(bits[$0]) }
    }
    texels.withUnsafeBytes { texture.replace(with: $0, on: gl) }
    try gl.check("glTexSubImage2D")
    counters.changeTextures(by: texture.byteCount)
    texture.bind(on: gl)
    held = (curves, Shared<Texture>(texture))
  }

  private func drop() {
    if let held { counters.changeTextures(by: -held.texture.value.byteCount) }
    held = nil
  }
}

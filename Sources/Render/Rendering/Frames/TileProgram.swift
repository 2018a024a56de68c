import Geometry
import Graphics

/// A program that draws tiles, with its uniform locations.
final class TileProgram {
  private let program: Program
  private let isCrisp: Bool
  private let rect: Uniform
  private let texelOrigin: Uniform
  private let texelSpan: Uniform
  private let texelSize: Uniform
  private let firstField: Uniform
  private let secondField: Uniform
  private let fieldEdge: Uniform
  private let device: Uniform
  private let opacity: Uniform
  private let gain: Uniform
  private let toneMapping: Uniform
  private let tonePeak: Uniform
  private let displayCurves: Uniform
  private let steps: Uniform
  private var target = TilePainter.Target(pixels: PixelRect(.zero), isFlipped: false)

  /// Compiles a variant, with a filter chain's code if there is any.
  convenience init(
    _ variant: ShaderVariant, chain: [UInt8]? = nil, on gl: borrowing Current
  ) throws(GLError) {
    let text = chain.map { variant.fragmentText(chain: $0) } ?? variant.fragmentText()
    try self.init(fragment: text, isCrisp: variant.isCrisp, on: gl)
  }

  /// Compiles a pass over the result of an earlier one.
  convenience init(
    imagePass: [UInt8], end: FinalPixelStep.Kind, isBetween: Bool, on gl: borrowing Current
  ) throws(GLError) {
    let text = ShaderVariant.imageText(pass: imagePass, end: end, isBetween: isBetween)
    try self.init(fragment: text, isCrisp: true, on: gl)
  }

  private init(fragment: [UInt8], isCrisp: Bool, on gl: borrowing Current) throws(GLError) {
    let vertex = ShaderVariant.text(ofVertex: "tile.vert")
    let program = try Program(vertex: vertex, fragment: fragment, on: gl)
    rect = program.uniform("rect", on: gl)
    texelOrigin = program.uniform("texel_origin", on: gl)
    texelSpan = program.uniform("texel_span", on: gl)
    texelSize = program.uniform("texel_size", on: gl)
    firstField = program.uniform("first_field", on: gl)
    secondField = program.uniform("second_field", on: gl)
    fieldEdge = program.uniform("field_edge", on: gl)
    device = program.uniform("device", on: gl)
    opacity = program.uniform("opacity", on: gl)
    gain = program.uniform("gain", on: gl)
    toneMapping = program.uniform("tone_mapping", on: gl)
    tonePeak = program.uniform("tone_peak", on: gl)
    displayCurves = program.uniform("display_curves", on: gl)
    steps = program.uniform("steps", on: gl)
    self.isCrisp = isCrisp
    self.program = program
  }

  /// Prepares for a frame's draws on one target; `end` must be of the program's kind.
  func begin(_ target: TilePainter.Target, _ end: FinalPixelStep, on gl: borrowing Current) {
    self.target = target
    program.use(on: gl)
    let pixels = target.pixels
    if target.isFlipped {
      device.set(Float(pixels.minX), Float(pixels.maxY), -1)
    } else {
      device.set(Float(pixels.minX), Float(pixels.minY), 1)
    }
    if case .opacity(let value) = end.blendMode { opacity.set(value) }
    if let tones = end.tones {
      gain.set(Float(tones.gain))
      steps.set(Float(target.steps))
      displayCurves.set(Int32(CurveStore.unit))
      toneMapping.set(tones.mapping.shaderNumber)
      tonePeak.set(Float(tones.peak), Float(tones.peakSignal))
    }
    guard let checker = end.checker else { return }
    func set(_ uniform: Uniform, _ color: OpaqueColor) {
      uniform.set(
        Float(color.red) / 255, Float(color.green) / 255, Float(color.blue) / 255)
    }
    set(firstField, checker.first)
    set(secondField, checker.second)
    fieldEdge.set(Float(max(1, checker.edge)))
  }

  /// Returns the location of a uniform.
  func uniform(_ name: String, on gl: borrowing Current) -> Uniform {
    program.uniform(name, on: gl)
  }

  /// Fills device pixels with the program's result for the bound texture.
  func fill(_ pixels: PixelRect, on gl: borrowing Current) {
    place(pixels)
    gl.drawQuad()
  }

  /// Draws texels of a texture on device pixels.
  func draw(
    _ texture: borrowing Texture, pixels: PixelRect, texels: TexelMap, on gl: borrowing Current
  ) {
    texture.bind(on: gl)
    place(pixels)
    texelOrigin.set(Float(texels.origin.x), Float(texels.origin.y))
    let right = texels.stepX * Double(pixels.width)
    let down = texels.stepY * Double(pixels.height)
    texelSpan.set(Float(right.x), Float(right.y), Float(down.x), Float(down.y))
    if isCrisp {
      texelSize.set(1, 1)
    } else {
      texelSize.set(1 / Float(texture.size.width), 1 / Float(texture.size.height))
    }
    gl.drawQuad()
  }

  private func place(_ pixels: PixelRect) {
    func x(_ device: Int) -> Float {
      Float(2 * Double(device - target.pixels.minX) / Double(target.pixels.width) - 1)
    }
    func y(_ device: Int) -> Float {
      let value = 2 * Double(device - target.pixels.minY) / Double(target.pixels.height) - 1
      return Float(target.isFlipped ? -value : value)
    }
    rect.set(x(pixels.minX), y(pixels.minY), x(pixels.maxX), y(pixels.maxY))
  }
}

extension ToneMapping {
  /// The curve's number in `light.frag`.
  fileprivate var shaderNumber: Int32 {
    switch self {
    case .bt2390: 0
    case .reinhard: 1
    case .clip: 2
    }
  }
}

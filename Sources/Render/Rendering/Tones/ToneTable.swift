import Tiles

/// A tone curve in tables, for the processor; it is made for a drawing and lends its tables to it.
struct ToneTable {
  private let gain: Float
  /// Whether colours have more steps than the display, and are dithered.
  let dithers: Bool
  /// What light is multiplied by, by how bright it is; none where nothing is mapped.
  private let factors: UnsafeBufferPointer<Float>
  /// The display's codes of red, green and blue light from 0 to 1, by the bits of the half float
  /// that is nearest below.
  private let codes: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>)

  /// Octaves of light that the factors reach over, and factors of each.
  private static let octaves = -8..<16
  private static let steps = 256
  private static let codesOfSRGB = codes { ToneCurve.code($0) }
  private static let codeCount = 0x3C01

  private static func codes(_ code: (Double) -> Double) -> [Float] {
    (0..<codeCount).map { Float(code(Double(HalfFloats.values(UInt64($0)).x)) * 255) }
  }

  /// Lends the tables of a curve, the light of sRGB's codes, and the thresholds of dithering.
  static func with(
    _ curve: ToneCurve, _ body: (ToneTable, UnsafePointer<Float>, UnsafePointer<Float>) -> Void
  ) {
    SRGBCurve.withLights { lights in
      Dither.thresholds.withUnsafeBufferPointer { thresholds in
        guard let dither = thresholds.baseAddress else { return }
        withTables(of: curve) { body($0, lights, dither) }
      }
    }
  }

  private static func withTables(of curve: ToneCurve, _ body: (ToneTable) -> Void) {
    factors(of: curve).withUnsafeBufferPointer { factors in
      let display = curve.display
      let codes =
        display.map { curves in
          (0..<3).flatMap { channel in Self.codes { curves.code($0, channel) } }
        } ?? codesOfSRGB
      codes.withUnsafeBufferPointer { codes in
        guard let red = codes.baseAddress else { return }
        let step = display == nil ? 0 : codeCount
        body(
          ToneTable(
            gain: Float(curve.gain), dithers: curve.source == .rgba16f, factors: factors,
            codes: (red, red + step, red + 2 * step)))
      }
    }
  }

  private static func factors(of curve: ToneCurve) -> [Float] {
    guard curve.maps else { return [] }
    return (0...octaves.count * steps).map { index in
      let light = Double(light(of: index))
      return Float(curve.toned(light) / light)
    }
  }

  /// The light at which a factor stands: straight lines within an octave.
  private static func light(of index: Int) -> Float {
    Float(bitPattern: UInt32(index << 15) &+ UInt32(127 + octaves.lowerBound) << 23)
  }

  /// Whether light is shown as it is, neither exposed nor mapped.
  var isPlain: Bool { gain == 1 && factors.isEmpty }

  /// Codes, 0 to 255, of the half floats of an opaque pixel, whose light is shown as it is: the
  /// same numbers as `shown` has for them.
  @inline(__always)
  func codes(ofOpaque bits: UInt64) -> SIMD4<Float> {
    @inline(__always)
    func code(_ shift: UInt64, _ codes: UnsafePointer<Float>) -> Float {
      let half = UInt16(truncatingIfNeeded: bits &>> shift)
      // The first bit is that of numbers below 0.
      return codes[Int(half >= 0x8000 ? 0 : min(half, UInt16(Self.codeCount - 1)))]
    }
    return SIMD4(code(0, codes.0), code(16, codes.1), code(32, codes.2), 255)
  }

  /// Codes, 0 to 255, multiplied by alpha, of light that is multiplied by alpha.
  @inline(__always)
  func shown(_ premultiplied: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = premultiplied.w
    guard alpha > 0 else { return .zero }
    var light = premultiplied * (alpha < 1 ? gain / alpha : gain)
    if factors.count > 0 {
      let most = max(light.x, max(light.y, light.z))
      if most > 0 { light *= factor(most) }
    }
    var result = SIMD4(
      code(light.x, codes.0), code(light.y, codes.1), code(light.z, codes.2), 255)
    if alpha < 1 { result *= alpha }
    return result
  }

  @inline(__always)
  private func factor(_ light: Float) -> Float {
    let first = UInt32(127 + Self.octaves.lowerBound) &<< 23
    let bits = light.bitPattern
    guard bits > first else { return factors[0] }
    let place = bits &- first
    let index = Int(truncatingIfNeeded: place &>> 15)
    guard index < factors.count &- 1 else { return factors[factors.count &- 1] }
    let share = Float(place & 0x7fff) * 0x1p-15
    return factors[index] * (1 - share) + factors[index &+ 1] * share
  }

  @inline(__always)
  private func code(_ light: Float, _ codes: UnsafePointer<Float>) -> Float {
    guard light > 0 else { return 0 }
    guard light < 1 else { return 255 }
    // As a half float, with the bits that are lost as the share of the next one.
    let bits = (light * 0x1p-112).bitPattern
    let index = Int(truncatingIfNeeded: bits &>> 13)
    let share = Float(bits & 0x1fff) * 0x1p-13
    return codes[index] * (1 - share) + codes[index &+ 1] * share
  }
}

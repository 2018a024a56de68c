import Tiles

/// A tone curve in lookup tables for the software renderer, valid for the length of a draw.
struct ToneTable {
  private let gain: Float
  /// True if colours are finer than the display's steps, and are dithered.
  let dithers: Bool
  /// The factors of the tone mapping by light; empty if nothing is mapped.
  private let factors: UnsafeBufferPointer<Float>
  /// The display's codes of red, green and blue light from 0 to 1, indexed by the bits of the next
  /// lower half float.
  private let codes: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>)

  /// The octaves of light that the factors cover, and the number of factors per octave.
  private static let octaves = -8..<16
  private static let steps = 256
  private static let codesOfSRGB = codes { ToneCurve.code($0) }
  private static let codeCount = 0x3C01

  private static func codes(_ code: (Double) -> Double) -> [Float] {
    (0..<codeCount).map { Float(code(Double(HalfFloats.values(UInt64($0)).x)) * 255) }
  }

  /// Calls `body` with the tables of a curve, the light of sRGB's codes, and the dither thresholds.
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

  /// The light of a factor's index; it is linear within an octave.
  private static func light(of index: Int) -> Float {
    Float(bitPattern: UInt32(index << 15) &+ UInt32(127 + octaves.lowerBound) << 23)
  }

  /// True if light is shown unchanged: neither exposed nor mapped.
  var isPlain: Bool { gain == 1 && factors.isEmpty }

  /// Returns the codes, 0 to 255, of an opaque pixel's half floats, for light that is shown
  /// unchanged.
  ///
  /// They are the same as from `shown`.
  @inline(__always)
  func codes(ofOpaque bits: UInt64) -> SIMD4<Float> {
    @inline(__always)
    func code(_ shift: UInt64, _ codes: UnsafePointer<Float>) -> Float {
      let half = UInt16(truncatingIfNeeded: bits &>> shift)
      // A set sign bit is a negative number.
      return codes[Int(half >= 0x8000 ? 0 : min(half, UInt16(Self.codeCount - 1)))]
    }
    return SIMD4(code(0, codes.0), code(16, codes.1), code(32, codes.2), 255)
  }

  /// Returns the premultiplied codes, 0 to 255, of premultiplied light.
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
    // Index by the half float's bits; the lost bits interpolate to the next entry.
    let bits = (light * 0x1p-112).bitPattern
    let index = Int(truncatingIfNeeded: bits &>> 13)
    let share = Float(bits & 0x1fff) * 0x1p-13
    return codes[index] * (1 - share) + codes[index &+ 1] * share
  }
}

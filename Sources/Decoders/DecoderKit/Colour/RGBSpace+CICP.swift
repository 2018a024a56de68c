import Glibc
import Resampling

/// Coding-independent code points: numbers for primaries and transfer functions (ITU-T H.273).
extension RGBSpace {
  /// The colour space for two code points; sRGB if they are unknown, unspecified or no colour
  /// space.
  ///
  /// If `isLight`, HDR curves keep their values above white; otherwise they are tone-mapped for an
  /// SDR display.
  init(cicpPrimaries primaries: Int, transfer: Int, isLight: Bool = false) {
    self = .sRGB
    if let known = Self.primaries(cicp: primaries),
      let matrix = Self.matrix(
        white: known.white, red: known.red, green: known.green, blue: known.blue)
    {
      toXYZ = matrix
    }
    curves = [Self.curve(cicp: transfer, isLight: isLight)]
  }

  /// The luminance of each primary, for a white of 1.
  static func luminance(cicp number: Int) -> SIMD3<Double> {
    let known = primaries(cicp: number) ?? sRGBPrimaries
    guard let white = known.white.xyz, let red = known.red.xyz, let green = known.green.xyz,
      let blue = known.blue.xyz, let inverse = Matrix3(red, green, blue).inverse
    else { return SIMD3(0.2126, 0.7152, 0.0722) }
    // Each primary has a Y of 1 here, so its amount is its luminance.
    return inverse * white
  }

  private typealias Primaries = (
    white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity
  )

  /// H.273, table 2; `nil` for unknown numbers and for BT.709, whose primaries are sRGB's.
  private static func primaries(cicp number: Int) -> Primaries? {
    let d65 = Chromaticity(x: 0.3127, y: 0.3290)
    let illuminantC = Chromaticity(x: 0.310, y: 0.316)
    func primaries(_ white: Chromaticity, _ xy: [Double]) -> Primaries {
      (
        white, Chromaticity(x: xy[0], y: xy[1]), Chromaticity(x: xy[2], y: xy[3]),
        Chromaticity(x: xy[4], y: xy[5])
      )
    }
    switch number {
    case 4: return primaries(illuminantC, [0.67, 0.33, 0.21, 0.71, 0.14, 0.08])  // BT.470 M
    case 5: return primaries(d65, [0.64, 0.33, 0.29, 0.60, 0.15, 0.06])  // BT.470 BG
    case 6, 7: return primaries(d65, [0.630, 0.340, 0.310, 0.595, 0.155, 0.070])  // BT.601, 240 M
    case 8: return primaries(illuminantC, [0.681, 0.319, 0.243, 0.692, 0.145, 0.049])  // film
    case 9: return primaries(d65, [0.708, 0.292, 0.170, 0.797, 0.131, 0.046])  // BT.2020
    case 11:  // DCI-P3
      return primaries(
        Chromaticity(x: 0.314, y: 0.351), [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    case 12: return primaries(d65, [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])  // Display P3
    case 22: return primaries(d65, [0.630, 0.340, 0.295, 0.605, 0.155, 0.077])  // EBU 3213-E
    default: return nil
    }
  }

  /// H.273, table 3.
  ///
  /// The curves of video cameras (BT.709, BT.601, BT.2020) describe how light was recorded. They
  /// are displayed with sRGB's curve, as in browsers, so that a picture looks the same whichever of
  /// them a converter wrote.
  private static func curve(cicp number: Int, isLight: Bool) -> TransferCurve {
    switch number {
    case 4: .power(2.2)
    case 5: .power(2.8)
    case 8: .power(1)
    case 16 where isLight: .sampled(HighDynamicRange.perceptualQuantizerLight)
    case 16: .sampled(HighDynamicRange.perceptualQuantizer)
    case 17: .power(2.6)
    case 18: .sampled(HighDynamicRange.hybridLogGammaScene)
    default: .sRGB
    }
  }
}

/// HDR curves, as they are and tone-mapped for an SDR display.
///
/// Light up to almost half of white is unchanged; from there to 1000 cd/m² each channel is
/// compressed smoothly by the function of Report ITU-R BT.2390 (section 5.4.1). White is 203 cd/m²
/// (Report ITU-R BT.2408).
enum HighDynamicRange {
  /// Diffuse white, in cd/m².
  private static let white = 203.0
  /// The peak that most pictures are graded for, in cd/m².
  private static let peak = 1000.0
  /// As many as a 16-bit sample has values: PQ is steep in dark tones.
  private static let samples = 65536

  /// SMPTE ST 2084 (PQ) from signal to tone-mapped light, both 0 to 1.
  static let perceptualQuantizer = table { min(compressed(nits(perceptual: $0)), 1) }

  /// SMPTE ST 2084 (PQ) from signal to light, where 1 is white.
  static let perceptualQuantizerLight = table { nits(perceptual: $0) / white }

  /// ARIB STD-B67 (HLG) from signal to scene light, 0 to 1.
  static let hybridLogGammaScene = table { value in
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
  }

  /// The opto-optical transfer of HLG for a display of 1000 cd/m² (BT.2100).
  ///
  /// The system gamma for this display is 1.2 (table 5) and acts on luminance, so hues do not
  /// change. Unless `isLight`, the result is tone-mapped like PQ.
  static func hybridLogGamma(cicpPrimaries primaries: Int, isLight: Bool) -> SceneLight {
    let luminance = RGBSpace.luminance(cicp: primaries)
    return SceneLight(
      luminance: SIMD3(Float(luminance.x), Float(luminance.y), Float(luminance.z)), gamma: 1.2,
      peak: Float(peak / white), shoulder: isLight ? [] : shoulder)
  }

  /// The tone-mapping curve, sampled evenly from 0 to 1000 cd/m².
  private static let shoulder = (0...4096).map { index in
    Float(min(compressed(Double(index) / 4096 * peak), 1))
  }

  /// The headroom assumed for files that do not state it.
  static let usualHeadroom = peak / white

  private static func table(_ curve: (Double) -> Double) -> [Float] {
    (0..<samples).map { Float(max(curve(Double($0) / Double(samples - 1)), 0)) }
  }

  /// The constants of ST 2084: m1, m2, c1, c2, c3.
  private static let quantizer = (
    m1: 0.1593017578125, m2: 78.84375, c1: 0.8359375, c2: 18.8515625, c3: 18.6875
  )

  private static func nits(perceptual value: Double) -> Double {
    let q = quantizer
    let root = pow(value, 1 / q.m2)
    return 10000 * pow(max(root - q.c1, 0) / (q.c2 - q.c3 * root), 1 / q.m1)
  }

  private static func perceptual(nits: Double) -> Double {
    let q = quantizer
    let root = pow(max(nits, 0) / 10000, q.m1)
    return pow((q.c1 + q.c2 * root) / (1 + q.c3 * root), q.m2)
  }

  /// Tone-maps light in cd/m² for an SDR display, whose white is 1.
  private static func compressed(_ nits: Double) -> Double {
    let top = perceptual(nits: peak)
    let most = perceptual(nits: white) / top
    let knee = 1.5 * most - 0.5
    let value = min(perceptual(nits: nits) / top, 1)
    guard value > knee else { return nits / white }
    let t = (value - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let shown =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
    return Self.nits(perceptual: shown * top) / white
  }
}

import Glibc
import Resampling

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
  /// One for each value of a 16-bit sample: PQ is steep in dark tones.
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

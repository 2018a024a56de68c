import Glibc
import Tiles

/// What is done to the light of one picture before it is shown: exposure, then tone mapping.
///
/// It is what `light.frag` does, in Double. Light 1 is the display's white.
package struct ToneCurve: Hashable, Sendable {
  /// What the tiles hold.
  package let source: PixelFormat
  /// What exposure multiplies light by.
  package let gain: Double
  /// How what is brighter than white is shown.
  package let mapping: ToneMapping
  /// The brightest light after exposure, at least 1.
  package let peak: Double
  /// How the display encodes light; `nil` as sRGB.
  package let display: DisplayCurves?
  /// Its signal.
  let peakSignal: Double
  /// The signal of white, and the one from which on signals are compressed, over the peak's.
  private let top: Double
  private let knee: Double

  /// The curve of a picture that is so much brighter than white, exposed by some stops; `nil` for
  /// finished pixels that nothing is done to.
  ///
  /// Finished pixels end at white: exposed brighter they are clipped, as a longer exposure does.
  package init?(_ source: PixelFormat, _ light: PictureLight, _ toning: Toning) {
    let stops = Toning.stops
    let exposure = min(max(toning.exposure, stops.lowerBound), stops.upperBound)
    guard source == .rgba16f || exposure != 0 else { return nil }
    self.source = source
    gain = exp2(exposure)
    mapping = source == .rgba16f ? toning.mapping : .clip
    // Finished pixels have the display's codes already, whatever they stand for.
    display = source == .rgba16f ? light.curves : nil
    peak = max(light.headroom * gain, 1)
    peakSignal = Self.signal(peak)
    top = Self.signal(1) / peakSignal
    knee = 1.5 * top - 0.5
  }

  /// Whether anything is brighter than white, and mapped below it.
  var maps: Bool { mapping != .clip && peak > 1 }

  /// What is shown of the largest of a colour's lights, exposed already.
  package func toned(_ most: Double) -> Double {
    guard peak > 1 else { return most }
    switch mapping {
    case .clip: return most
    case .reinhard: return most * (1 + most / (peak * peak)) / (1 + most)
    case .bt2390:
      let signal = min(Self.signal(most) / peakSignal, 1)
      guard signal > knee else { return most }
      let t = (signal - knee) / (1 - knee)
      let (t2, t3) = (t * t, t * t * t)
      let shown =
        (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * top
      return Self.light(shown * peakSignal)
    }
  }

  /// A colour's codes, 0 to 1, of its light before exposure; nothing is multiplied by alpha.
  package func shown(_ light: SIMD3<Double>) -> SIMD3<Double> {
    var light = light * gain
    let most = light.max()
    if most > 0, maps { light *= toned(most) / most }
    return SIMD3(code(light.x, 0), code(light.y, 1), code(light.z, 2))
  }

  private func code(_ light: Double, _ channel: Int) -> Double {
    let light = min(max(light, 0), 1)
    return display?.code(light, channel) ?? Self.code(light)
  }

  /// sRGB's code of some light, both from 0 to 1 (IEC 61966-2-1).
  static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// SMPTE ST 2084's signal of light, 1 being 203 cd/m² (Report ITU-R BT.2408).
  private static func signal(_ light: Double) -> Double {
    let root = pow(max(light, 0) * 0.0203, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
  }

  private static func light(_ signal: Double) -> Double {
    let root = pow(signal, 1 / 78.84375)
    let share = max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
    return pow(share, 1 / 0.1593017578125) / 0.0203
  }
}

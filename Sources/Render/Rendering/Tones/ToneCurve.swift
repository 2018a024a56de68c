import Glibc
import Tiles

/// The tone curve of one picture: exposure, then tone mapping.
///
/// It is `light.frag` in Double. Light 1 is the display's white.
package struct ToneCurve: Hashable, Sendable {
  /// The format of the tiles.
  package let source: PixelFormat
  /// The exposure as a factor.
  package let gain: Double
  /// The mapping of light above white.
  package let mapping: ToneMapping
  /// The brightest light after exposure, at least 1.
  package let peak: Double
  /// The display's transfer curves; `nil` is sRGB.
  package let display: DisplayCurves?
  /// The ST 2084 signal of `peak`.
  let peakSignal: Double
  /// The signals of white and of the knee, from which on signals are compressed, relative to the
  /// peak's.
  private let top: Double
  private let knee: Double

  /// Creates the curve of a picture; `nil` for finished pixels without exposure.
  ///
  /// Finished pixels end at white: if exposed brighter they are clipped, as by a longer exposure.
  package init?(_ source: PixelFormat, _ light: PictureLight, _ toning: ToneSettings) {
    let stops = ToneSettings.stops
    let exposure = min(max(toning.exposure, stops.lowerBound), stops.upperBound)
    guard source == .rgba16f || exposure != 0 else { return nil }
    self.source = source
    gain = exp2(exposure)
    mapping = source == .rgba16f ? toning.mapping : .clip
    // Finished pixels are already encoded for the display.
    display = source == .rgba16f ? light.curves : nil
    peak = max(light.headroom * gain, 1)
    peakSignal = Self.signal(peak)
    top = Self.signal(1) / peakSignal
    knee = 1.5 * top - 0.5
  }

  /// True if there is light above white that is mapped below it.
  var maps: Bool { mapping != .clip && peak > 1 }

  /// Returns the mapped value of the largest of a colour's three lights, after exposure.
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

  /// Returns the display's codes, 0 to 1, of a colour's light before exposure, not premultiplied.
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

  /// Returns sRGB's code of linear light; both are from 0 to 1 (IEC 61966-2-1).
  static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Returns the SMPTE ST 2084 signal of linear light; 1 is 203 cd/m² (Report ITU-R BT.2408).
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

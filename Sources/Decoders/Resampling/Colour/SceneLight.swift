import Glibc

/// What a display makes of light as a camera saw it: a power of the luminance, the same for all
/// three lights of a colour, so that hues stay (BT.2100's opto-optical transfer of HLG).
package struct SceneLight: Sendable {
  private let luminance: SIMD3<Float>
  private let exponent: Float
  private let peak: Float
  /// What is done to each light last: values at equal distances from 0 to `peak`; empty for
  /// nothing.
  private let shoulder: [Float]

  /// `luminance` is how much each primary adds to that of white; scene light of 1 becomes `peak`.
  package init(luminance: SIMD3<Float>, gamma: Float, peak: Float, shoulder: [Float]) {
    self.luminance = luminance
    exponent = gamma - 1
    self.peak = peak
    self.shoulder = shoulder
  }

  /// Turns `count` pixels of light, premultiplied by alpha where there are two or four `channels`,
  /// into what the display shows.
  func show(_ pixels: UnsafeMutablePointer<Float>, count: Int, channels: Int) {
    let colors = channels < 3 ? 1 : 3
    var pixel = pixels
    for _ in 0..<count {
      let alpha = channels == colors ? 1 : pixel[colors]
      if alpha > 0 {
        let brightness =
          colors == 1
          ? pixel[0]
          : pixel[0] * luminance.x + pixel[1] * luminance.y + pixel[2] * luminance.z
        let factor = peak * powf(brightness / alpha, exponent)
        for channel in 0..<colors {
          pixel[channel] = shown(pixel[channel] * factor / alpha) * alpha
        }
      }
      pixel += channels
    }
  }

  private func shown(_ light: Float) -> Float {
    guard shoulder.count > 1 else { return light }
    let place = min(max(light / peak, 0), 1) * Float(shoulder.count - 1)
    let index = min(Int(place), shoulder.count - 2)
    let share = place - Float(index)
    return shoulder[index] * (1 - share) + shoulder[index + 1] * share
  }
}

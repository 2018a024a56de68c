import Glibc

/// A display's rendering of scene-referred light: a power of the luminance applied to all channels,
/// so that hues do not change (BT.2100's opto-optical transfer for HLG).
package struct SceneLight: Sendable {
  private let luminance: SIMD3<Float>
  private let exponent: Float
  private let peak: Float
  /// The final tone curve of each channel, sampled evenly from 0 to `peak`; empty for none.
  private let shoulder: [Float]

  /// `luminance` has each primary's share of white's luminance; scene light of 1 becomes `peak`.
  package init(luminance: SIMD3<Float>, gamma: Float, peak: Float, shoulder: [Float]) {
    self.luminance = luminance
    exponent = gamma - 1
    self.peak = peak
    self.shoulder = shoulder
  }

  /// Converts `count` pixels of scene light to display light in place; premultiplied if there are
  /// two or four `channels`.
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

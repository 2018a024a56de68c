import CWideVectors
import DecoderKit
import Resampling

/// Converts premultiplied half floats to samples: 16-bit light from 0 to 1, or floats in full
/// range.
///
/// If there is more light than alpha, it adds to the background: a flame has alpha 0. Straight
/// colours can't express that, so such a pixel becomes as opaque as it is bright, up to 1: this is
/// correct over black, and for pixels at least as bright as white.
struct EXRSamples {
  private let channels: RowFormat.Channels
  private let isLight: Bool
  private let hasHalfVectors = fresnel_has_half_vectors()

  init(_ format: RowFormat) {
    channels = format.channels
    isLight = format.depth == 32
  }

  /// Converts pixels of red, green, blue and alpha.
  func copy(
    _ source: UnsafePointer<UInt16>, count: Int, to target: UnsafeMutableRawPointer
  ) {
    if isLight, hasHalfVectors, channels == .rgb || channels == .rgba {
      fresnel_wide_halves(
        source, count, channels.hasAlpha, target.assumingMemoryBound(to: Float.self))
    } else if isLight {
      convert(source, count, to: target.assumingMemoryBound(to: Float.self)) { $0 }
    } else {
      convert(source, count, to: target.assumingMemoryBound(to: UInt16.self), lightSample)
    }
  }

  @inline(__always)
  private func convert<Sample>(
    _ source: UnsafePointer<UInt16>, _ count: Int, to samples: UnsafeMutablePointer<Sample>,
    _ sample: (Float) -> Sample
  ) {
    let step = channels.count
    let colors = channels.hasAlpha ? step - 1 : step
    for x in 0..<count {
      let pixel = source + 4 * x
      var scale: Float = 1
      if channels.hasAlpha {
        var alpha = Float(halfBits: pixel[3])
        var light: Float = 0
        for channel in 0..<colors {
          let value = Float(halfBits: pixel[channel])
          if value > light { light = value }
        }
        if light > alpha, alpha < 1 { alpha = min(light, 1) }
        samples[x * step + colors] = sample(alpha)
        scale = alpha > 0 && alpha < 1 ? 1 / alpha : 1
      }
      for channel in 0..<colors {
        samples[x * step + channel] = sample(Float(halfBits: pixel[channel]) * scale)
      }
    }
  }
}

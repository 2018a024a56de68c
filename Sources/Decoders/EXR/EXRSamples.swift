import DecoderKit
import Resampling

/// Makes samples of 16 bits, light from 0 to 1, of half floats whose colours are multiplied by
/// alpha.
struct EXRSamples {
  private let channels: RowFormat.Channels

  init(_ format: RowFormat) { channels = format.channels }

  /// Converts pixels of red, green, blue and alpha.
  func copy(
    _ source: UnsafePointer<UInt16>, count: Int, to target: UnsafeMutableRawPointer
  ) {
    let samples = target.assumingMemoryBound(to: UInt16.self)
    let step = channels.count
    let colors = channels.hasAlpha ? step - 1 : step
    for x in 0..<count {
      let pixel = source + 4 * x
      var scale: Float = 1
      if channels.hasAlpha {
        let alpha = Float(halfBits: pixel[3])
        samples[x * step + colors] = lightSample(alpha)
        scale = alpha > 0 && alpha < 1 ? 1 / alpha : 1
      }
      for channel in 0..<colors {
        samples[x * step + channel] = lightSample(Float(halfBits: pixel[channel]) * scale)
      }
    }
  }
}

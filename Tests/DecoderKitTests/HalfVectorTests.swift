import CWideVectors
import TestSupport
import Testing

@testable import DecoderKit
@testable import Resampling

/// Vector code gives exactly the same bits for light as plain arithmetic.
struct HalfVectorTests {
  /// All half floats, four per pixel, in random order.
  private func pixels(using random: inout SeededNumbers) -> [UInt16] {
    (UInt16.min...UInt16.max).shuffled(using: &random)
  }

  private func isSame(_ one: Float, _ other: Float) -> Bool {
    one.isNaN ? other.isNaN : one.bitPattern == other.bitPattern
  }

  @Test(
    .enabled(if: fresnel_has_half_vectors(), "this processor converts no half floats"),
    arguments: [false, true])
  func halvesBecomeFloatsIdentically(hasAlpha: Bool) {
    var random = SeededNumbers()
    let seed = random.seed
    let pixels = pixels(using: &random)
    let (count, channels) = (pixels.count / 4, hasAlpha ? 4 : 3)
    var floats = [Float](repeating: 7, count: count * channels + 1)
    fresnel_wide_halves(pixels, count, hasAlpha, &floats)
    #expect(floats[count * channels] == 7, "nothing is written beyond the last pixel")
    let differing = (0..<count).filter { pixel in
      var alpha = Float(halfBits: pixels[4 * pixel + 3])
      let colors = (0..<3).map { Float(halfBits: pixels[4 * pixel + $0]) }
      // Positive light; NaN is ignored.
      let light = colors.filter { $0 > 0 }.max() ?? 0
      if light > alpha, alpha < 1 { alpha = min(light, 1) }
      let scale: Float = hasAlpha && alpha > 0 && alpha < 1 ? 1 / alpha : 1
      return (0..<channels).contains { channel in
        let value = channel == 3 ? alpha : colors[channel] * scale
        return !isSame(value, floats[pixel * channels + channel])
      }
    }
    #expect(differing.isEmpty, "seed \(seed)")
  }

  @Test(
    .enabled(if: hasWideVectors, "this processor has no vectors of eight floats"),
    arguments: [0, 5, 64, 83])
  func lightIsClampedIdentically(count: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let odd: [Float] = [.nan, .infinity, -.infinity, 1e9, -1e9, -0.0, 65504, 65505, .signalingNaN]
    let light = (0..<count).map { _ in
      Bool.random(using: &random)
        ? Float.random(in: -2...2, using: &random) : odd.randomElement(using: &random) ?? 0
    }
    var clamped = [Float](repeating: 7, count: count + 1)
    fresnel_wide_clamp(light, count, 65504, &clamped)
    #expect(clamped[count] == 7, "nothing is written beyond the last float")
    let differing = (0..<count).filter {
      let value: Float = light[$0].isNaN ? 1 : min(max(light[$0], -65504), 65504)
      return clamped[$0].bitPattern != value.bitPattern
    }
    #expect(differing.isEmpty, "seed \(seed)")
  }
}

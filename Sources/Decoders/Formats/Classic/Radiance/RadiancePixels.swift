import DecoderKit
import Glibc

/// Decodes Radiance's four bytes: three mantissas with a shared exponent.
struct RadiancePixels: Sendable {
  let isXYZ: Bool
  /// True if rows are floats; otherwise they are 16 bits, clipped at white.
  let isLight: Bool
  /// The value of a mantissa's step, by exponent.
  private let steps: [Float]

  init(isXYZ: Bool, isLight: Bool) {
    self.isXYZ = isXYZ
    self.isLight = isLight
    // An exponent of zero is black.
    steps = [0] + (1..<256).map { scalbn(Float(1), $0 - 136) }
  }

  /// Makes a row of three samples per pixel.
  func convert(_ row: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    let (floats, words) = (
      target.assumingMemoryBound(to: Float.self), target.assumingMemoryBound(to: UInt16.self)
    )
    steps.withUnsafeBufferPointer { steps in
      for x in 0..<row.count / 4 {
        let color = color(row, x, steps)
        if isLight {
          (floats[x &* 3], floats[x &* 3 &+ 1], floats[x &* 3 &+ 2]) = (color.x, color.y, color.z)
        } else {
          words[x &* 3] = lightSample(color.x)
          words[x &* 3 &+ 1] = lightSample(color.y)
          words[x &* 3 &+ 2] = lightSample(color.z)
        }
      }
    }
  }

  /// Adds a row's brightness to the meter.
  func measure(_ row: UnsafeRawBufferPointer, _ meter: inout LightMeter) {
    steps.withUnsafeBufferPointer { steps in
      for x in 0..<row.count / 4 {
        let color = color(row, x, steps)
        meter.add(max(color.x, max(color.y, color.z)))
      }
    }
  }

  @inline(__always)
  private func color(
    _ row: UnsafeRawBufferPointer, _ x: Int, _ steps: UnsafeBufferPointer<Float>
  ) -> SIMD3<Float> {
    let bits = row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self).littleEndian
    let step = steps[Int(bits &>> 24)]
    let color =
      SIMD3(
        Float(bits & 255), Float(bits &>> 8 & 255), Float(bits &>> 16 & 255)) * step
    return isXYZ ? Self.red * color.x + Self.green * color.y + Self.blue * color.z : color
  }

  // XYZ to Radiance's own primaries (0.64, 0.33), (0.29, 0.6), (0.15, 0.06), with equal-energy
  // white.
  private static let red = SIMD3<Float>(2.56531284, -1.02210817, 0.07472438)
  private static let green = SIMD3<Float>(-1.16684962, 1.97828662, -0.25193957)
  private static let blue = SIMD3<Float>(-0.39846323, 0.04382156, 1.17721519)
}

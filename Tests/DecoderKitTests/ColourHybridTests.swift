import Glibc
import Resampling
import TestSupport
import Testing
import Tiles

@testable import DecoderKit

/// Hybrid log-gamma compared with BT.2100's formulas in Double, in colour as well as grey.
@Suite struct ColourHybridTests {
  /// BT.2100-2, table 5: from signal to scene light, then to display light by luminance.
  private static func light(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    func scene(_ value: Double) -> Double {
      let (a, b, c) = (0.17883277, 1 - 4 * 0.17883277, 0.5 - 0.17883277 * log(4 * 0.17883277))
      return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
    }
    let light = SIMD3(scene(signal.x), scene(signal.y), scene(signal.z))
    let luminance = (light * SIMD3(0.2627, 0.6780, 0.0593)).sum()
    return light * 1000 / 203 * pow(luminance, 0.2)
  }

  /// One pixel of 16-bit samples as light in BT.2020's own primaries.
  private func shown(_ samples: [UInt16]) -> SIMD4<Double> {
    let hasAlpha = samples.count == 4
    let full = ColorPipeline(
      format: RowFormat(channels: hasAlpha ? .rgba : .rgb, depth: 16),
      source: .cicp(primaries: 9, transfer: 18), output: .rgba16f)
    // Without conversion to the display's primaries.
    let pipeline = ColorPipeline(
      format: full.format, linearFormat: full.linearFormat, linear: full.linear,
      encoders: full.encoders, isIdentity: false, working: full.working, output: .rgba16f,
      scene: full.scene)
    let shape = TileShape(edge: 256, overlap: 0, format: .rgba16f)
    let level = Level(size: .init(width: 1, height: 1), shape: shape)
    let pixel = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    defer { pixel.deallocate() }
    let reducer = TileReducer(
      source: level.size, orientation: .identity, level: level,
      targets: [.init(id: 1, key: TileKey(level: level, column: 0, row: 0), base: pixel)],
      color: pipeline)
    _ = samples.withUnsafeBytes {
      reducer.consume(rows: $0, stride: samples.count * 2, firstRow: 0, count: 1)
    }
    return SIMD4<Double>(HalfFloats.values(pixel.load(as: UInt64.self)))
  }

  @Test func theSystemGammaAppliesToLuminance() {
    let seed: UInt64 = 61
    var numbers = SeededNumbers(seed: seed)
    for round in 0..<300 {
      let samples = (0..<3).map { _ in UInt16(truncatingIfNeeded: numbers.next()) }
      let wanted = Self.light(SIMD3(samples.map { Double($0) / 65535 }))
      let light = shown(samples)
      for channel in 0..<3 {
        // Half floats, and weights that the standard rounds to four digits.
        let slack = wanted[channel] * 0.0015 + 2e-5
        #expect(abs(light[channel] - wanted[channel]) <= slack, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func alphaMultipliesTheLight() {
    let opaque = shown([60000, 30000, 9000, 65535])
    let half = shown([60000, 30000, 9000, 32768])
    for channel in 0..<3 {
      #expect(abs(half[channel] - opaque[channel] * 32768 / 65535) < opaque[channel] * 0.002)
    }
    #expect(abs(half.w - 0.5) < 0.001)
  }
}

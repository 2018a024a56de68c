import CWideVectors
import TestSupport
import Testing
import Tiles

@testable import DecoderKit
@testable import Resampling

/// Rows of half floats: the same bits on any processor, and their packing for the store.
@Suite struct HalfRowTests {
  @Test(
    .enabled(if: fresnel_has_half_vectors(), "this processor converts no half floats"),
    arguments: [0, 1, 7, 8, 1000, 65536])
  func vectorsConvertIdentically(count: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let finite = (UInt16.min...UInt16.max).filter { $0 & 0x7C00 != 0x7C00 }
      .shuffled(using: &random)
    let halves = (0..<count).map { finite[$0 % finite.count] }
    var (plain, wide) = (
      [Float](repeating: 7, count: count + 1), [Float](repeating: 7, count: count + 1)
    )
    HalfRows.readPlainly(halves, into: &plain, count: count)
    fresnel_wide_from_halves(halves, count, &wide)
    #expect(plain.map(\.bitPattern) == wide.map(\.bitPattern), "seed \(seed)")

    let odd: [Float] = [65504, 65519.99, 65520, 1e30, -1e30, .infinity, -0.0, 0x1p-25, 0x1.8p-24]
    let floats = (0..<count).map { _ in
      Int.random(in: 0..<4, using: &random) == 0
        ? odd.randomElement(using: &random) ?? 0
        : Float(bitPattern: UInt32.random(in: 0...0x4F00_0000, using: &random))
          * (Bool.random(using: &random) ? 1 : -1)
    }
    var (plainBits, wideBits) = (
      [UInt16](repeating: 7, count: count + 1), [UInt16](repeating: 7, count: count + 1)
    )
    HalfRows.writePlainly(floats, into: &plainBits, count: count)
    fresnel_wide_to_halves(floats, count, &wideBits)
    #expect(plainBits == wideBits, "seed \(seed)")
    #expect(plainBits.last == 7, "nothing is written beyond the last")
  }

  @Test(arguments: 1...4, [1, 2, 3, 500, 777])
  func aHalvedRowIsTheMeanOfFour(channels: Int, width: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    func row() -> [Float] {
      (0..<width * channels).map { _ in Float.random(in: -2...60000, using: &random) }
    }
    let (upper, lower) = (row(), row())
    func halves(_ floats: [Float]) -> [UInt16] {
      floats.map { UInt16(HalfFloats.bits(SIMD4(repeating: $0)).x) }
    }
    let halver = HalfHalver(channels: channels)
    let half = (width + 1) / 2
    var target = [UInt16](repeating: 7, count: half * channels + 1)
    halver.halve(halves(upper), halves(lower), into: &target, count: width)
    #expect(target[half * channels] == 7, "nothing is written beyond the last pixel")
    let differing = (0..<half * channels).filter { index in
      let (pixel, channel) = (index / channels, index % channels)
      let columns = [2 * pixel, min(2 * pixel + 1, width - 1)]
      let sum = columns.reduce(Float(0)) { sum, column in
        let place = column * channels + channel
        return sum + Self.value(halves([upper[place]])[0]) + Self.value(halves([lower[place]])[0])
      }
      let value = Self.value(target[index])
      return abs(value - sum / 4) > abs(sum / 4) / 2048 + 1e-7
    }
    #expect(differing.isEmpty, "seed \(seed)")
  }

  private static func value(_ bits: UInt16) -> Float { HalfFloats.values(UInt64(bits)).x }

  @Test(arguments: 1...4, [1, 2, 255, 256])
  func aStripRoundTrips(channels: Int, columns: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let (rows, count) = (5, columns * channels)
    let stride = count + 3
    let values = (0..<rows * stride).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) }
    var spread = [UInt8](repeating: 0, count: rows * count * 2)
    HalfStrip.spread(
      values, stride: stride, rows: rows, count: count, channels: channels, to: &spread)
    var back = [UInt16](repeating: 0, count: rows * stride)
    HalfStrip.join(
      spread, rows: rows, count: count, channels: channels, to: &back, stride: stride)
    let isSame = (0..<rows).allSatisfy { row in
      let range = row * stride..<row * stride + count
      return back[range] == values[range]
    }
    #expect(isSame, "seed \(seed)")
  }

  @Test func smoothGradientsPackWell() {
    // Steps of a few low bits from pixel to pixel, up and down: the high bytes pack to nothing.
    let values = (0..<16 * 256 * 3).map { index -> UInt16 in
      let column = index / 3 % 256
      return UInt16(0x3400 + column * 3 + index % 7)
    }
    var spread = [UInt8](repeating: 1, count: values.count * 2)
    HalfStrip.spread(
      values, stride: 256 * 3, rows: 16, count: 256 * 3, channels: 3, to: &spread)
    for row in 0..<16 {
      let high = spread[row * 768 + 3..<(row + 1) * 768]
      #expect(high.allSatisfy { $0 == 0 })
    }
  }
}

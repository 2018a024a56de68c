import TestSupport
import Testing
import Tiles

/// Half floats in plain arithmetic, compared with IEEE 754's definition.
@Suite struct HalfFloatTests {
  /// The value of a bit pattern, by the definition.
  private func value(_ bits: Int) -> Double {
    let (exponent, mantissa) = (bits >> 10 & 31, Double(bits & 1023))
    let size =
      exponent == 0
      ? mantissa * 0x1p-24
      : Double(sign: .plus, exponent: exponent - 15, significand: 1 + mantissa / 1024)
    return bits & 0x8000 == 0 ? size : -size
  }

  @Test func finiteNumbersRoundTrip() {
    for bits in 0..<0x10000 where bits >> 10 & 31 < 31 {
      let number = HalfFloats.values(UInt64(bits)).x
      #expect(Double(number) == value(bits), "\(bits)")
      #expect(HalfFloats.bits(SIMD4(repeating: number)).x == UInt32(bits), "\(bits)")
    }
  }

  @Test(arguments: [7, 8]) func otherNumbersRoundToTheNearest(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<50_000 {
      let exponent = Int.random(in: -30...16, using: &random)
      let number =
        Float(sign: .plus, exponent: exponent, significand: Float.random(in: 1..<2, using: &random))
        * (Bool.random(using: &random) ? 1 : -1)
      let bits = Int(HalfFloats.bits(SIMD4(repeating: number)).x)
      guard abs(number) < HalfFloats.largest else {
        #expect(abs(value(bits)) == Double(HalfFloats.largest), "\(number), seed \(seed)")
        continue
      }
      let error = abs(value(bits) - Double(number))
      for near in [bits - 1, bits + 1]
      where near & 0x7FFF <= 0x7BFF && near & 0x8000 == bits & 0x8000 {
        #expect(error <= abs(value(near) - Double(number)), "\(number), seed \(seed)")
      }
    }
  }
}

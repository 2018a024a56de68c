import CWideVectors
import Testing

@testable import DecoderKit
@testable import Resampling

/// The tables between samples and light.
@Suite struct ColourEncodeTests {
  static let curves: [TransferCurve] = [
    .sRGB, .power(2.2), .power(1), .power(3), .power(0.5),
    .sampled((0..<511).map { Float($0 * $0) / (510 * 510) }),
    .sampled([0, 0, 0, 0.5, 0.5, 1]),
  ]

  @Test("Every 8-bit value survives the conversion to light and back")
  func roundTrip() {
    for curve in Self.curves.dropLast() {
      let encoder = EncodeTable(curve)
      let linear = LinearTable(curve, depth: 8)
      for value in 0...255 {
        let code = encoder.code(linear.values[value])
        #expect(abs(code - Float(value)) < 0.02, "\(value) gives \(code)")
      }
    }
  }

  @Test("The encoder follows the curve between two codes")
  func between() {
    let encoder = EncodeTable(.sRGB)
    for step in 0...20_000 {
      let light = Double(step) / 20_000
      let wanted = 255 * ReducerReference.encoded(light)
      #expect(abs(Double(encoder.code(Float(light))) - wanted) < 0.02, "light \(light)")
    }
  }

  @Test("The first guess of the search is never too high", arguments: curves)
  func search(curve: TransferCurve) {
    let encoder = EncodeTable(curve)
    for step in 0...30_000 {
      let light = Float(step) / 30_000
      let index = EncodeTable.halfCode(
        light, bin: EncodeTable.bins(SIMD4(repeating: light)).x, knots: encoder.knots,
        starts: encoder.starts)
      #expect(encoder.knots[index] <= light && light < encoder.knots[index + 1])
    }
  }

  @Test("One table lookup gives the code that the search finds", arguments: curves)
  func codes(curve: TransferCurve) {
    let encoder = EncodeTable(curve)
    guard let steps = encoder.steps else {
      // A curve with a jump has bins with many codes, which this table can't represent.
      #expect("\(curve)" == "\(Self.curves.last ?? .sRGB)")
      return
    }
    let even = (0...100_000).map { Float($0) / 100_000 }
    let edges = (0...510).flatMap { knot -> [Float] in
      let light = encoder.knots[knot]
      return [light.nextDown, light, light.nextUp].filter { $0 >= 0 && $0 <= 1 }
    }
    let wrong = (even + edges).filter { light in
      let bin = EncodeTable.bins(SIMD4(repeating: light)).x
      let half = EncodeTable.halfCode(
        light, bin: bin, knots: encoder.knots, starts: encoder.starts)
      return EncodeTable.code(light.bitPattern, bin: bin, steps: steps) != (half + 1) / 2
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  /// All code boundaries, and light on both sides and between them, in rows of any length.
  @Test(
    "The loop in vectors of sixteen gives the codes that the search finds",
    .enabled(if: hasWiderVectors, "this processor has no vectors of sixteen floats"),
    arguments: curves)
  func pieces(curve: TransferCurve) {
    let encoder = EncodeTable(curve)
    guard let pieces = encoder.pieces else {
      // Curves steeper than any display's, or with a jump, can't be represented.
      let others = [TransferCurve.power(3), .power(0.5)] + Self.curves.suffix(1)
      let isOther = others.contains { "\($0)" == "\(curve)" }
      #expect(isOther)
      return
    }
    let even = (0...100_000).map { Float($0) / 100_000 }
    let dark = (0...4000).map { Float($0) / 4_000_000 }
    let edges = encoder.knots
    let near = (0...510).flatMap { [edges[$0].nextDown, edges[$0], edges[$0].nextUp] }
    let odd: [Float] = [.nan, -.infinity, .infinity, -0.0, -1, 2, .leastNonzeroMagnitude]
    var light = even + dark + near + odd
    while light.count % 4 != 0 { light.append(0.5) }
    let expected = light.map { light -> UInt8 in
      let clamped = light > 0 ? min(light, 1) : 0
      let bin = EncodeTable.bins(SIMD4(repeating: clamped)).x
      let half = EncodeTable.halfCode(
        clamped, bin: bin, knots: encoder.knots, starts: encoder.starts)
      return UInt8((half + 1) / 2)
    }
    let count = light.count / 4
    var pixels = [UInt32](repeating: 7, count: count + 1)
    var (first, length) = (0, 1)
    while first < count {
      let some = min(length, count - first)
      pixels.withUnsafeMutableBufferPointer { pixels in
        light.withUnsafeBufferPointer { light in
          guard let light = light.baseAddress, let pixels = pixels.baseAddress else { return }
          fresnel_wider_encode(
            light + 4 * first, some, nil, pieces.tables.base, pixels + first)
        }
      }
      #expect(pixels[first + some] == 7, "no more is written")
      first += some
      length = length % 61 + 1
    }
    let wrong = light.indices.filter { index in
      let byte = UInt8(truncatingIfNeeded: pixels[index / 4] >> UInt32(8 * (index % 4)))
      return byte != (index % 4 == 3 ? 255 : expected[index])
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { light[$0] })")
  }

  @Test("The table of light follows the curve for 8 and 16 bits")
  func linear() {
    for depth in [8, 16] {
      let table = LinearTable(.sRGB, depth: depth)
      for index in stride(from: 0, to: table.count, by: depth == 8 ? 1 : 101) {
        let wanted = ReducerReference.light(Double(index) / Double(table.count - 1))
        #expect(abs(Double(table.values[index]) - wanted) < 1e-6)
      }
    }
  }

  @Test("The matrix of sRGB's primaries equals the published one")
  func primaries() {
    let matrix = RGBSpace.sRGB.toXYZ
    let published = [
      SIMD3(0.4360747, 0.2225045, 0.0139322), SIMD3(0.3850649, 0.7168786, 0.0971045),
      SIMD3(0.1430804, 0.0606169, 0.7141733),
    ]
    for (column, wanted) in zip(
      [matrix.columns.0, matrix.columns.1, matrix.columns.2], published)
    {
      for index in 0..<3 { #expect(abs(column[index] - wanted[index]) < 3e-4) }
    }
  }
}

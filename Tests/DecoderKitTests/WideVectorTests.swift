import CWideVectors
import TestSupport
import Testing

@testable import Resampling

/// The loops in wide vectors give exactly the same bits as those in Swift.
@Suite(.enabled(if: hasWideVectors, "this processor has no vectors of eight floats"))
struct WideVectorTests {
  private func floats(_ count: Int, using random: inout SeededNumbers) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
  }

  @Test(arguments: [3, 4], [8, 16, 24])
  func colorsAreFilteredIdentically(channels: Int, taps: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let count = 37
    let row = floats((90 + taps + 1) * channels + 4, using: &random)
    let weights = floats(count * taps, using: &random)
    let starts = (0..<count).map { _ in Int32.random(in: 0...90, using: &random) }
    var (plain, wide) = ([Float](repeating: 0, count: 4 * count), [Float]())
    wide = plain
    HorizontalFilter.colors(row, count, channels, taps, weights, starts, &plain)
    fresnel_wide_filter_colors(row, count, channels, taps, weights, starts, &wide)
    // With three channels, the fourth float belongs to the next pixel and is ignored.
    let differing = plain.indices.filter {
      ($0 % 4 < channels) && plain[$0].bitPattern != wide[$0].bitPattern
    }
    #expect(differing.isEmpty, "seed \(seed)")
    #expect(plain.contains { abs($0) > 0.1 })
  }

  @Test(arguments: [1, 3, 8], [true, false])
  func rowsAreAddedIdentically(rows: Int, isFresh: Bool) {
    var random = SeededNumbers()
    let seed = random.seed
    let (count, step) = (83, 128)
    let block = floats(rows * step, using: &random)
    let single = floats(rows, using: &random)
    let weights = single.map { SIMD4<Float>(repeating: $0) }
    let start = floats(step, using: &random)
    var (plain, wide) = (start, start)
    VerticalFilter.multiplyAdd(
      &plain, isFresh: isFresh, block, step: step, weights: weights, rows: rows, floats: count)
    weights.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      fresnel_wide_multiply_add(
        &wide, isFresh, block, step, base.assumingMemoryBound(to: Float.self), rows, count)
    }
    let differing = (0..<count).filter { plain[$0].bitPattern != wide[$0].bitPattern }
    #expect(differing.isEmpty, "seed \(seed)")
    #expect(Array(wide[96...]) == Array(start[96...]), "no more than whole blocks are written")
  }
}

/// The loops in vectors of sixteen give the same bits too.
@Suite(.enabled(if: hasWiderVectors, "this processor has no vectors of sixteen floats"))
struct WiderVectorTests {
  private func floats(
    _ count: Int, in range: ClosedRange<Float> = -1...1, using random: inout SeededNumbers
  ) -> [Float] {
    (0..<count).map { _ in Float.random(in: range, using: &random) }
  }

  @Test(arguments: [3, 4], [3, 4, 5, 8, 10, 13, 16, 24])
  func colorsAreFilteredIdenticallyBySixteen(channels: Int, used: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let count = 37
    let taps = (used + 7) / 8 * 8
    // Whole vectors are read: with three channels, four floats more than the pixels have.
    let row = floats((90 + taps) * channels + 4, using: &random)
    var weights = floats(count * taps, using: &random)
    // Of each eight, the even ones come first.
    for index in weights.indices {
      let place = index % 8
      let tap = index % taps / 8 * 8 + (place < 4 ? 2 * place : 2 * place - 7)
      if tap >= used { weights[index] = 0 }
    }
    let starts = (0..<count).map { _ in Int32.random(in: 0...90, using: &random) }
    var (plain, wide) = ([Float](repeating: 0, count: 4 * count), [Float]())
    wide = plain
    HorizontalFilter.colors(row, count, channels, taps, weights, starts, &plain)
    fresnel_wider_filter_colors(row, count, channels, taps, used, weights, starts, &wide)
    let differing = plain.indices.filter {
      ($0 % 4 < channels) && plain[$0].bitPattern != wide[$0].bitPattern
    }
    #expect(differing.isEmpty, "seed \(seed)")
    #expect(plain.contains { abs($0) > 0.1 })
  }

  @Test(arguments: [1, 3, 8], [1, 83, 128, 150, 300])
  func rowsAreAddedIdenticallyBySixteen(rows: Int, count: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let whole = (count + 31) / 32 * 32
    let step = whole + 7
    let block = floats(rows * step, using: &random)
    let weights = floats(rows, using: &random).map { SIMD4<Float>(repeating: $0) }
    let start = floats(whole + 16, using: &random)
    for isFresh in [true, false] {
      var (plain, wide) = (start, start)
      VerticalFilter.multiplyAdd(
        &plain, isFresh: isFresh, block, step: step, weights: weights, rows: rows, floats: count)
      weights.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        fresnel_wider_multiply_add(
          &wide, isFresh, block, step, base.assumingMemoryBound(to: Float.self), rows, count)
      }
      #expect(plain.map(\.bitPattern) == wide.map(\.bitPattern), "seed \(seed)")
      #expect(wide.prefix(count) != start.prefix(count))
    }
  }

  /// Samples of a row of bytes, from `fresnel_wider_look_up` and from the table itself.
  @Test(arguments: [3, 48, 63, 64, 66, 129, 300, 3003])
  func samplesAreLookedUpIdentically(count: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let table = floats(256, using: &random)
    let untouched = Float.infinity
    for skipsFourth in [false, true] where !skipsFourth || count % 3 == 0 {
      // Exactly as many bytes as are read, on the heap: one more would be out of bounds.
      let step = skipsFourth ? 4 : 3
      let bytes = (0..<(skipsFourth ? count / 3 * step - 1 : count)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let expected = (0..<count).map { table[Int(bytes[$0 / 3 * step + $0 % 3])] }
      var light = [Float](repeating: untouched, count: count + 1)
      fresnel_wider_look_up(bytes, count, skipsFourth, table, &light)
      #expect(light.dropLast().map(\.bitPattern) == expected.map(\.bitPattern), "seed \(seed)")
      #expect(light.last == untouched, "no more is written")
    }
  }

  @Test(arguments: [1, 2, 3, 5, 17, 200, 256], [1, 2, 7, 256])
  func boxesAreAddedIdentically(box: Int, rows: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    let values = (0..<256).map { _ in UInt32.random(in: 0...1 << 20, using: &random) }
    let bytes = (0..<768).map { UInt8(truncatingIfNeeded: values[$0 % 256] >> ($0 / 256 * 8)) }
    for pixel in [3, 4] {
      for boxes in [1, 2, 3, 90] where boxes * box < 4000 {
        // The last pixel has no fourth byte.
        let stride = boxes * box * pixel + 5
        let samples = (0..<(rows * stride - 5 - (pixel - 3))).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        let start = (0..<(3 * boxes + 1)).map { _ in UInt32.random(in: 0...1000, using: &random) }
        var (plain, wide) = (start, start)
        IntegerBoxes.addColors(
          samples, stride, rows, boxes, box, pixel, values + values + values, &plain)
        fresnel_wider_add_boxes(samples, stride, rows, boxes, box, pixel, bytes, &wide)
        #expect(plain == wide, "seed \(seed): \(boxes) boxes of pixels of \(pixel) bytes")
        #expect(wide.last == start.last && wide.first != start.first)
      }
    }
  }

  @Test(arguments: [1, 4, 7, 64], [true, false])
  func lightIsSpreadIdentically(count: Int, hasMatrix: Bool) {
    var random = SeededNumbers()
    let seed = random.seed
    var light = floats(4 * count, in: -0.25...1.25, using: &random)
    light[0] = .nan
    light[1] = -.infinity
    light[2] = .infinity
    light[3] = -0.0
    let columns = floats(12, in: -0.2...0.9, using: &random)
    var (bits, bins) = ([UInt32](repeating: 7, count: 4 * count + 1), [UInt32]())
    bins = bits
    fresnel_wider_spread(light, count, hasMatrix ? columns : nil, &bits, &bins)
    func clamped(_ value: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4<Float>((0..<4).map { value[$0] > 0 ? min(value[$0], 1) : 0 })
    }
    func column(_ index: Int) -> SIMD4<Float> { SIMD4(columns[4 * index..<4 * index + 4]) }
    for index in 0..<count {
      var value = clamped(SIMD4(light[4 * index..<4 * index + 4]))
      if hasMatrix {
        let sum = column(0) * value.x + column(1) * value.y
        value = clamped(sum + column(2) * value.z)
      }
      let found = SIMD4<UInt32>(bits[4 * index..<4 * index + 4])
      #expect(found == unsafeBitCast(value, to: SIMD4<UInt32>.self), "seed \(seed)")
      let bin = SIMD4<UInt32>(bins[4 * index..<4 * index + 4])
      #expect(bin == EncodeTable.bins(value), "seed \(seed)")
    }
    #expect(bits.last == 7 && bins.last == 7, "no more is written")
  }
}

/// How a reduction divides its axis.
@Suite struct AxisReductionTests {
  @Test func noPixelHasMoreTapsThanTheBufferHolds() {
    var random = SeededNumbers()
    let seed = random.seed
    var mostSeen = 0
    for _ in 0..<3000 {
      // Sides up to the largest raster's; ratios that are whole numbers, and just beside.
      let level = Int.random(in: 1...(1 << Int.random(in: 1...22, using: &random)), using: &random)
      let near =
        level * Int.random(in: 1...4, using: &random) + Int.random(in: -1...1, using: &random)
      let source = min(max(level, near), 1 << 24)
      let axis = AxisReduction(source: source, level: level)
      for _ in 0..<8 {
        let pixel = Int.random(in: 0..<level, using: &random)
        let count = axis.taps(pixel).count
        #expect(count <= axis.mostTaps, "seed \(seed): \(source) to \(level), pixel \(pixel)")
        if count == axis.mostTaps { mostSeen += 1 }
      }
    }
    #expect(mostSeen > 0, "there is no more room than is needed")
  }
}

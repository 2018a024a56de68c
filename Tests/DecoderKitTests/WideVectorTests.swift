import CWideVectors
import SeededNumbers
import Testing

@testable import Resampling

/// The loops in wide vectors make the very bits that those in Swift make.
@Suite(.enabled(if: hasWideVectors, "this processor has no vectors of eight floats"))
struct WideVectorTests {
  private func floats(_ count: Int, using random: inout SeededNumbers) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
  }

  @Test(arguments: [3, 4], [8, 16, 24])
  func colorsAreFilteredAlike(channels: Int, taps: Int) {
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
    // The fourth float of three channels is that of the next pixel: nobody looks at it.
    let differing = plain.indices.filter {
      ($0 % 4 < channels) && plain[$0].bitPattern != wide[$0].bitPattern
    }
    #expect(differing.isEmpty, "seed \(seed)")
    #expect(plain.contains { abs($0) > 0.1 })
  }

  @Test(arguments: [1, 3, 8], [true, false])
  func rowsAreAddedAlike(rows: Int, isFresh: Bool) {
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

/// How a reduction shares out its axis.
@Suite struct AxisReductionTests {
  @Test func noPixelHasMoreTapsThanThereIsRoomFor() {
    var random = SeededNumbers()
    let seed = random.seed
    var mostSeen = 0
    for _ in 0..<3000 {
      // Sides up to the largest of a raster; ratios that are whole, and a hair beside.
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

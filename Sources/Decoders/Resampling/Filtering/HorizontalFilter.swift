import CWideVectors

/// The horizontal half of the reduction: turns a finished row of sums into the level's pixels.
///
/// Grey has one float per pixel, grey with alpha two, colour four.
struct HorizontalFilter: ~Copyable {
  /// The pixels of the level to make.
  let columns: Range<Int>
  private let channels: Int
  private let taps: Int
  /// Taps that may have a weight.
  private let usedTaps: Int
  private let weights: ScratchBuffer<Float>
  private let starts: ScratchBuffer<Int32>

  /// A filter that makes `columns` of the level from rows that start at box `first`.
  init(_ axis: AxisReduction, columns: Range<Int>, first: Int, channels: Int) {
    self.columns = columns
    self.channels = channels
    // Rounded up to whole vectors: the added weights are zero.
    let group = channels >= 3 ? Self.colorTaps : 4
    usedTaps = axis.mostTaps
    taps = axis.isExact ? 1 : (axis.mostTaps + group - 1) / group * group
    weights = ScratchBuffer(count: columns.count * taps, zero: 0)
    starts = ScratchBuffer(count: columns.count, zero: 0)
    for (index, column) in columns.enumerated() {
      axis.weights(column, into: weights.base + index * taps)
      starts.base[index] = Int32(axis.taps(column).lowerBound - first)
    }
    if taps > 1, channels >= 3 { sortForVectors() }
  }

  /// Colour taps processed together.
  ///
  /// Their even-numbered weights come first, so that one instruction spreads two weights over a
  /// vector of eight.
  private static let colorTaps = 8

  private func sortForVectors() {
    let groups = UnsafeMutableRawPointer(weights.base)
    for group in 0..<weights.count / Self.colorTaps {
      let offset = group * Self.colorTaps * 4
      let inOrder = groups.load(fromByteOffset: offset, as: SIMD8<Float>.self)
      groups.storeBytes(of: inOrder.evenHalf, toByteOffset: offset, as: SIMD4<Float>.self)
      groups.storeBytes(of: inOrder.oddHalf, toByteOffset: offset + 16, as: SIMD4<Float>.self)
    }
  }

  /// Floats that may be read beyond the last pixel of a row.
  var overhang: Int { (taps + 2) * channels }

  /// Filters some columns of a row; the first one is written to `target`.
  func apply(
    _ row: UnsafePointer<Float>, columns part: Range<Int>, into target: UnsafeMutablePointer<Float>
  ) {
    let first = part.lowerBound - columns.lowerBound
    let weights = UnsafePointer(weights.base + first * taps)
    let starts = UnsafePointer(starts.base + first)
    if channels >= 3, taps > 1, hasWiderVectors {
      fresnel_wider_filter_colors(
        row, part.count, channels, taps, usedTaps, weights, starts, target)
    } else if channels >= 3, taps > 1, hasWideVectors {
      fresnel_wide_filter_colors(row, part.count, channels, taps, weights, starts, target)
    } else if channels >= 3 {
      Self.colors(row, part.count, channels, taps, weights, starts, target)
    } else if channels == 2 {
      Self.grayAlphas(row, part.count, taps, weights, starts, target)
    } else if taps == 1 {
      for index in 0..<part.count { target[index] = row[Int(starts[index])] }
    } else {
      Self.grays(row, part.count, taps, weights, starts, target)
    }
  }

  /// Makes `count` colour pixels; `fresnel_wide_filter_colors` and its wider counterpart do the
  /// same.
  static func colors(
    _ row: UnsafePointer<Float>, _ count: Int, _ channels: Int, _ taps: Int,
    _ weights: UnsafePointer<Float>, _ starts: UnsafePointer<Int32>,
    _ target: UnsafeMutablePointer<Float>
  ) {
    let row = UnsafeRawPointer(row)
    let target = UnsafeMutableRawPointer(target)
    let step = channels &* 4
    var weight = UnsafeRawPointer(weights)
    for index in 0..<count {
      var source = row + Int(starts[index]) &* step
      // Four sums, since each addition waits for the one before it.
      var (a, b) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      var (c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      if taps == 1 {
        a = source.loadUnaligned(as: SIMD4<Float>.self)
      } else {
        for _ in 0..<(taps / colorTaps) {
          let even = weight.loadUnaligned(as: SIMD4<Float>.self)
          let odd = weight.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self)
          a += source.loadUnaligned(as: SIMD4<Float>.self) * even.x
          b += source.loadUnaligned(fromByteOffset: step, as: SIMD4<Float>.self) * odd.x
          c += source.loadUnaligned(fromByteOffset: 2 &* step, as: SIMD4<Float>.self) * even.y
          d += source.loadUnaligned(fromByteOffset: 3 &* step, as: SIMD4<Float>.self) * odd.y
          source += 4 &* step
          a += source.loadUnaligned(as: SIMD4<Float>.self) * even.z
          b += source.loadUnaligned(fromByteOffset: step, as: SIMD4<Float>.self) * odd.z
          c += source.loadUnaligned(fromByteOffset: 2 &* step, as: SIMD4<Float>.self) * even.w
          d += source.loadUnaligned(fromByteOffset: 3 &* step, as: SIMD4<Float>.self) * odd.w
          source += 4 &* step
          weight += 32
        }
      }
      target.storeBytes(
        of: (a + c) + (b + d), toByteOffset: index &* 16, as: SIMD4<Float>.self)
    }
  }

  private static func grayAlphas(
    _ row: UnsafePointer<Float>, _ count: Int, _ taps: Int, _ weights: UnsafePointer<Float>,
    _ starts: UnsafePointer<Int32>, _ target: UnsafeMutablePointer<Float>
  ) {
    var weight = weights
    for index in 0..<count {
      var source = row + 2 &* Int(starts[index])
      var gray: Float = 0
      var alpha: Float = 0
      for tap in 0..<taps {
        gray += source[0] * weight[tap]
        alpha += source[1] * weight[tap]
        source += 2
      }
      weight += taps
      target[2 &* index] = gray
      target[2 &* index &+ 1] = alpha
    }
  }

  private static func grays(
    _ row: UnsafePointer<Float>, _ count: Int, _ taps: Int, _ weights: UnsafePointer<Float>,
    _ starts: UnsafePointer<Int32>, _ target: UnsafeMutablePointer<Float>
  ) {
    var weight = UnsafeRawPointer(weights)
    for index in 0..<count {
      var source = UnsafeRawPointer(row + Int(starts[index]))
      var sum = SIMD4<Float>.zero
      for _ in 0..<(taps / 4) {
        sum +=
          source.loadUnaligned(as: SIMD4<Float>.self) * weight.loadUnaligned(as: SIMD4<Float>.self)
        source += 16
        weight += 16
      }
      target[index] = (sum.x + sum.y) + (sum.z + sum.w)
    }
  }
}

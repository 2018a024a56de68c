import CutPlan
import Geometry
import Resampling

/// Halves rows again and again: each pixel is the mean of the light of four.
///
/// Pixels are straight. From one level to the next go amounts of light of 16 bits, so that no
/// rounding adds up.
// Sendable without a check: each piece of memory is written by one call of the pool's loop, which
// ends before anybody reads it.
final class BoxLevels: LevelReducing, @unchecked Sendable {
  /// One level below the picture.
  // Sendable without a check: its memory is used as that of `BoxLevels` is.
  private struct Level: @unchecked Sendable {
    var size: PixelSize
    /// The light of the rows of this step, behind one that waits for its neighbour.
    var light: UnsafeMutablePointer<UInt16>
    var codes: UnsafeMutablePointer<UInt8>
    /// Rows at the front of `light` that wait: one, or none.
    var waiting = 0
    /// Rows that have been made before this step.
    var made = 0

    var stride: Int { size.width * 4 }
  }

  private let pyramid: CutPyramid
  private let hasAlpha: Bool
  private let pool: WorkerPool
  private let halver = LightHalver(curves: [.sRGB], hasAlpha: true)
  private var levels: [Level] = []

  /// Pixels of a row that are made at once.
  private static let chunk = 4096

  init(_ order: CutOrder, hasAlpha: Bool, pool: WorkerPool) {
    pyramid = order.pyramid
    self.hasAlpha = hasAlpha
    self.pool = pool
    var rows = order.rowsAtOnce
    for level in order.pyramid.levels.dropFirst() {
      rows = rows / 2 + 1
      let values = level.size.width * 4
      levels.append(
        Level(
          size: level.size, light: .allocate(capacity: (rows + 1) * values),
          codes: .allocate(capacity: rows * values)))
    }
  }

  deinit {
    for level in levels {
      level.light.deallocate()
      level.codes.deallocate()
    }
  }

  func reduce(_ rows: RowBlock) -> [RowBlock] {
    guard !levels.isEmpty else { return [] }
    var blocks: [RowBlock] = []
    var count = halvePicture(rows)
    for index in levels.indices {
      guard count > 0 else { break }
      blocks.append(
        RowBlock(
          level: index + 1, firstRow: levels[index].made, count: count,
          base: UnsafePointer(levels[index].codes), stride: levels[index].stride))
      levels[index].made += count
      count = index + 1 < levels.count ? halve(index, count) : 0
    }
    return blocks
  }

  /// How many rows of the next level can be made of some that are there.
  private func countBelow(_ count: Int, isLast: Bool, missing: Int) -> Int {
    min(isLast ? (count + 1) / 2 : count / 2, missing)
  }

  /// Makes rows of the first level of the picture's own.
  private func halvePicture(_ rows: RowBlock) -> Int {
    let level = levels[0]
    let width = pyramid.size.width
    let count = countBelow(
      rows.count, isLast: rows.firstRow + rows.count == pyramid.size.height,
      missing: level.size.height - level.made)
    // Behind a row that waits.
    let light = level.light + level.waiting * level.stride
    let chunks = hasAlpha ? 1 : dividedRoundingUp(level.size.width, by: Self.chunk)
    let (halver, hasAlpha) = (halver, hasAlpha)
    nonisolated(unsafe) let target = (light: light, codes: level.codes)
    nonisolated(unsafe) let sharedHalver = halver
    pool.forEach(count * chunks) { number in
      let (row, chunk) = (number / chunks, number % chunks)
      let first = rows.base + 2 * row * rows.stride
      let second = 2 * row + 1 < rows.count ? first + rows.stride : first
      let light = target.light + row * level.stride
      let codes = target.codes + row * level.stride
      if hasAlpha {
        Self.halveTranslucent(
          sharedHalver, first, second, source: width, width: level.size.width, light, codes)
      } else {
        let start = chunk * Self.chunk
        sharedHalver.halveOpaque(
          first, second, width: width,
          pixels: start..<min(start + Self.chunk, level.size.width), light: light, codes: codes)
      }
    }
    return count
  }

  private static func halveTranslucent(
    _ halver: LightHalver, _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>,
    source: Int, width: Int, _ light: UnsafeMutablePointer<UInt16>,
    _ codes: UnsafeMutablePointer<UInt8>
  ) {
    let used = min(source, 2 * width)
    let upper = ScratchBuffer<UInt16>(count: used * 4, zero: 0)
    let lower = ScratchBuffer<UInt16>(count: used * 4, zero: 0)
    halver.linearise(first, into: upper.base, count: used)
    halver.linearise(second, into: lower.base, count: used)
    halver.halve(upper.base, lower.base, into: light, count: used)
    halver.encode(light, into: codes, count: width)
  }

  /// Makes rows of the level below one, of which there are so many new ones.
  private func halve(_ index: Int, _ new: Int) -> Int {
    let above = levels[index]
    let below = levels[index + 1]
    let there = above.waiting + new
    let count = countBelow(
      there, isLast: above.made == above.size.height, missing: below.size.height - below.made)
    let used = min(above.size.width, 2 * below.size.width)
    nonisolated(unsafe) let source = above.light
    nonisolated(unsafe) let target = (
      light: below.light + below.waiting * below.stride, codes: below.codes
    )
    nonisolated(unsafe) let halver = halver
    let hasAlpha = hasAlpha
    let body: @Sendable (Int) -> Void = { row in
      let first = source + 2 * row * above.stride
      let second = 2 * row + 1 < there ? first + above.stride : first
      let light = target.light + row * below.stride
      let codes = target.codes + row * below.stride
      halver.halve(first, second, into: light, count: used)
      if hasAlpha {
        halver.encode(light, into: codes, count: below.size.width)
      } else {
        halver.encodeOpaque(light, into: codes, pixels: 0..<below.size.width)
      }
    }
    if used * count > Self.chunk {
      pool.forEach(count, body)
    } else {
      for row in 0..<count { body(row) }
    }
    // A row without its neighbour waits for it.
    levels[index].waiting = max(0, there - 2 * count)
    if levels[index].waiting > 0 {
      above.light.update(from: above.light + 2 * count * above.stride, count: above.stride)
    }
    return count
  }
}

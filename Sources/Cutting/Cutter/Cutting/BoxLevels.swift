import CutPlan
import Geometry
import Resampling

/// Halves rows repeatedly: each pixel is the mean of the light of four.
///
/// Pixels have straight alpha. 16-bit light is passed from level to level, so that rounding errors
/// do not add up.
// @unchecked Sendable: each piece of memory is written by one call of the pool's loop, which ends
// before it is read.
final class BoxLevels: LevelReducing, @unchecked Sendable {
  /// One level below the picture.
  // @unchecked Sendable: see `BoxLevels`.
  private struct Level: @unchecked Sendable {
    var size: PixelSize
    /// The light of this step's rows, after the waiting row if there is one.
    var light: UnsafeMutablePointer<UInt16>
    var codes: UnsafeMutablePointer<UInt8>
    /// The number of waiting rows at the front of `light`: 0 or 1.
    var waiting = 0
    /// The number of rows made before this step.
    var made = 0

    var stride: Int { size.width * 4 }
  }

  private let pyramid: CutPyramid
  private let hasAlpha: Bool
  private let pool: WorkerPool
  private let halver = LightHalver(curves: [.sRGB], hasAlpha: true)
  private var levels: [Level] = []

  /// Pixels of a row to make at once.
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

  /// The number of rows that the next level gets from `count` rows.
  private func countBelow(_ count: Int, isLast: Bool, missing: Int) -> Int {
    min(isLast ? (count + 1) / 2 : count / 2, missing)
  }

  /// Makes rows of the first level from the picture's.
  private func halvePicture(_ rows: RowBlock) -> Int {
    let level = levels[0]
    let width = pyramid.size.width
    let count = countBelow(
      rows.count, isLast: rows.firstRow + rows.count == pyramid.size.height,
      missing: level.size.height - level.made)
    // After the waiting row.
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

  /// Makes rows of the next level from `new` new rows of this one.
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
    // An unpaired row waits for the next one.
    levels[index].waiting = max(0, there - 2 * count)
    if levels[index].waiting > 0 {
      above.light.update(from: above.light + 2 * count * above.stride, count: above.stride)
    }
    return count
  }
}

import CutPlan
import Geometry
import Resampling
import Tiles

/// Makes each level from the encoded pixels of the previous one, with Lanczos 3 in linear light.
///
/// `TileReduction` makes the pixels, a strip of square tiles at a time; they are premultiplied.
// @unchecked Sendable: each tile is written by one call of the pool's loop, which ends before it is
// read.
final class LanczosLevels: LevelReducing, @unchecked Sendable {
  /// The rows of a level that the next level still needs.
  private final class Level {
    let size: PixelSize
    var rows: [UInt8] = []
    var firstRow = 0
    /// The number of rows made or received.
    var made = 0

    init(_ size: PixelSize) { self.size = size }

    var stride: Int { size.width * 4 }
  }

  private let pyramid: CutPyramid
  private let hasAlpha: Bool
  private let pool: WorkerPool
  private let levels: [Level]
  private let edge: Int
  /// The strips returned by the last `reduce`, freed by the next.
  private var lent: [UnsafeMutablePointer<UInt8>] = []

  init(_ order: CutOrder, hasAlpha: Bool, pool: WorkerPool) {
    pyramid = order.pyramid
    self.hasAlpha = hasAlpha
    self.pool = pool
    levels = order.pyramid.levels.map { Level($0.size) }
    // The wider the picture, the more memory a row takes.
    edge = order.pyramid.size.width > 16384 ? 32 : 64
  }

  deinit { giveBack() }

  private func giveBack() {
    for strip in lent { strip.deallocate() }
    lent.removeAll()
  }

  func reduce(_ rows: RowBlock) -> [RowBlock] {
    giveBack()
    var blocks: [RowBlock] = []
    append(rows)
    for index in levels.indices.dropLast() {
      while let strip = makeStrip(below: index) {
        append(strip)
        blocks.append(strip)
      }
      forget(index)
    }
    return blocks
  }

  private func append(_ rows: RowBlock) {
    let level = levels[rows.level]
    level.made = rows.firstRow + rows.count
    guard rows.level + 1 < levels.count else { return }
    level.rows.append(
      contentsOf: UnsafeBufferPointer(start: rows.base, count: rows.count * rows.stride))
  }

  /// Returns the next rows of the level below, if their source rows are available.
  private func makeStrip(below index: Int) -> RowBlock? {
    let source = levels[index]
    let below = levels[index + 1]
    let level = Tiles.Level(size: below.size, shape: TileShape(edge: edge, overlap: 0))
    let row = below.made / edge
    let (sourceSize, hasAlpha) = (source.size, hasAlpha)
    guard below.made < below.size.height else { return nil }
    func reduction(_ column: Int) -> TileReduction {
      TileReduction(
        of: TileKey(level: level, column: column, row: row), from: source.size, hasAlpha: hasAlpha)
    }
    guard reduction(0).area.maxY <= source.made else { return nil }
    let count = min(edge, below.size.height - row * edge)
    let strip = UnsafeMutablePointer<UInt8>.allocate(capacity: count * below.stride)
    lent.append(strip)
    let part = PixelRect(
      minX: 0, minY: source.firstRow, maxX: source.size.width, maxY: source.made)
    let (edge, stride, targetStride) = (edge, source.stride, below.stride)
    source.rows.withUnsafeBytes { bytes in
      nonisolated(unsafe) let bytes = bytes
      nonisolated(unsafe) let strip = strip
      pool.forEach(dividedRoundingUp(below.size.width, by: edge)) { column in
        let reduction = TileReduction(
          of: TileKey(level: level, column: column, row: row), from: sourceSize,
          hasAlpha: hasAlpha)
        let size = reduction.key.area.size
        let tile = ScratchBuffer<UInt8>(count: reduction.key.layout.byteCount, zero: 0)
        reduction.run(bytes, stride: stride, part: part, into: tile.base)
        for line in 0..<size.height {
          (strip + line * targetStride + column * edge * 4).update(
            from: tile.base + line * size.width * 4, count: size.width * 4)
        }
      }
    }
    return RowBlock(
      level: index + 1, firstRow: row * edge, count: count, base: UnsafePointer(strip),
      stride: below.stride)
  }

  /// Drops the rows that the next level no longer needs.
  private func forget(_ index: Int) {
    let source = levels[index]
    let below = levels[index + 1]
    guard below.made < below.size.height else {
      source.rows.removeAll()
      return
    }
    let level = Tiles.Level(size: below.size, shape: TileShape(edge: edge, overlap: 0))
    let next = TileReduction(
      of: TileKey(level: level, column: 0, row: below.made / edge), from: source.size,
      hasAlpha: hasAlpha)
    let unneeded = min(next.area.minY, source.made) - source.firstRow
    guard unneeded > 0 else { return }
    source.rows.removeFirst(unneeded * source.stride)
    source.firstRow += unneeded
  }
}

import CutPlan
import Geometry
import Resampling

/// Feeds the rows of one level to the encoders of its tiles.
// @unchecked Sendable: a column's encoders belong to the one call for that column.
final class TileFeeder: @unchecked Sendable {
  private let level: Int
  private let pyramid: CutPyramid
  private let factory: EncoderFactory
  private let isDone: @Sendable (Int) -> Bool
  private let state: CuttingState
  private let pool: WorkerPool
  /// The encoders of two tile rows, which may overlap: by column, then by the row's parity.
  private let storage: UnsafeMutableBufferPointer<(any TileEncoder)?>

  init(
    level: Int, pyramid: CutPyramid, factory: EncoderFactory,
    isDone: @escaping @Sendable (Int) -> Bool, state: CuttingState, pool: WorkerPool
  ) {
    self.level = level
    self.pyramid = pyramid
    self.factory = factory
    self.isDone = isDone
    self.state = state
    self.pool = pool
    storage = .allocate(capacity: pyramid.levels[level].columns * 2)
    storage.initialize(repeating: nil)
  }

  deinit {
    storage.deinitialize()
    storage.deallocate()
  }

  /// Adds rows to the tiles of a column; does nothing after an error.
  func add(_ block: RowBlock, column: Int) {
    guard !state.hasFailed else { return }
    let (edge, overlap) = (pyramid.edge, pyramid.overlap)
    let end = block.firstRow + block.count
    let first = max(0, block.firstRow - overlap) / edge
    let last = min(pyramid.levels[level].rows - 1, (end - 1 + overlap) / edge)
    guard first <= last else { return }
    do throws(EncodingError) {
      for row in first...last {
        try add(block, to: CutPyramid.TilePosition(level: level, column: column, row: row))
      }
    } catch {
      state.fail(error)
    }
  }

  private func add(_ block: RowBlock, to position: CutPyramid.TilePosition) throws(EncodingError) {
    let area = pyramid.area(of: position)
    let rows =
      max(
        area.minY, block.firstRow)..<max(
        max(area.minY, block.firstRow), min(area.maxY, block.firstRow + block.count))
    guard !rows.isEmpty else { return }
    let index = pyramid.index(of: position)
    guard !isDone(index) else { return }
    let place = position.column * 2 + position.row % 2
    let encoder: any TileEncoder
    if let begun = storage[place] {
      encoder = begun
    } else {
      encoder = try factory.encoder(pyramid.pictureSize(of: position))
      storage[place] = encoder
    }
    if pyramid.isPadded, area.width < pyramid.edge {
      try addWidened(block, rows, area, to: encoder)
    } else {
      for row in rows { try encoder.add(row: block.row(row) + area.minX * 4) }
    }
    guard rows.upperBound == area.maxY else { return }
    storage[place] = nil
    if pyramid.isPadded { try fill(encoder, rows: pyramid.edge - area.height) }
    finish(encoder, index)
  }

  /// The padding beyond the picture: transparent, or white without alpha.
  private var blank: UInt8 { factory.hasAlpha ? 0 : 255 }

  private func addWidened(
    _ block: RowBlock, _ rows: Range<Int>, _ area: PixelRect, to encoder: any TileEncoder
  ) throws(EncodingError) {
    let wide = ScratchBuffer<UInt8>(count: pyramid.edge * 4, zero: blank)
    for row in rows {
      wide.base.update(from: block.row(row) + area.minX * 4, count: area.width * 4)
      try encoder.add(row: wide.base)
    }
  }

  private func fill(_ encoder: any TileEncoder, rows: Int) throws(EncodingError) {
    guard rows > 0 else { return }
    let wide = ScratchBuffer<UInt8>(count: pyramid.edge * 4, zero: blank)
    for _ in 0..<rows { try encoder.add(row: wide.base) }
  }

  private func finish(_ encoder: any TileEncoder, _ index: Int) {
    let state = state
    nonisolated(unsafe) let encoder = encoder
    let work: @Sendable () -> Void = {
      do throws(EncodingError) {
        try encoder.finish { state.deliver(index, $0) }
      } catch {
        state.fail(error)
      }
    }
    guard encoder.finishesSlowly else { return work() }
    let bytes = encoder.heldBytes
    state.hold(bytes)
    pool.run {
      work()
      state.release(bytes)
    }
  }
}

import CutPlan
import Geometry
import Synchronization

/// Cuts a picture's rows, as they stream by, into encoded tiles of all levels.
///
/// Rows are encoded pixels: RGBA8, premultiplied, in sRGB. A tile's bytes depend only on the
/// picture and the order, not on how rows are split into calls or on the number of threads.
///
/// One thread calls it; the pool does the work.
package final class TileCutter {
  private let order: CutOrder
  private let pool: WorkerPool
  private let reducer: any LevelReducing
  private let feeders: [TileFeeder]
  private let state: CuttingState
  /// A buffer for rows on white, or with straight alpha, if they must be converted.
  private let changed: UnsafeMutablePointer<UInt8>?
  private let keepsAlpha: Bool
  private var nextRow = 0

  /// Limits the memory of tiles waiting to be encoded.
  private let growth: UnfinishedTileMemory
  /// Pixels that a thread takes at once.
  private static let pixelsAtOnce = 16384

  /// A cutter for an order.
  ///
  /// `isDone` returns true for tiles that exist already: they are skipped. `deliver` is called for
  /// every other one, on any thread, and may block.
  package init(
    _ order: CutOrder, pool: WorkerPool, isDone: @escaping @Sendable (Int) -> Bool,
    deliver: @escaping @Sendable (Int, UnsafeRawBufferPointer) -> Void
  ) {
    self.order = order
    self.pool = pool
    keepsAlpha = order.hasAlpha && order.format.keepsAlpha
    let state = CuttingState(deliver: deliver)
    self.state = state
    let factory = EncoderFactory(
      format: order.format, quality: order.quality,
      hasAlpha: keepsAlpha
        || order.pyramid.isPadded
          && order.format.keepsAlpha
    )
    growth = UnfinishedTileMemory(order.pyramid, channels: factory.hasAlpha ? 4 : 3)
    feeders = order.pyramid.levels.indices.map {
      TileFeeder(
        level: $0, pyramid: order.pyramid, factory: factory, isDone: isDone, state: state,
        pool: pool)
    }
    reducer =
      order.kernel == .box
      ? BoxLevels(order, hasAlpha: keepsAlpha, pool: pool)
      : LanczosLevels(order, hasAlpha: keepsAlpha, pool: pool)
    changed =
      order.hasAlpha
      ? .allocate(capacity: order.rowsAtOnce * order.pyramid.size.width * 4) : nil
  }

  deinit { changed?.deallocate() }

  /// Adds the next rows, packed: an even number, except for the last ones.
  package func add(_ rows: UnsafePointer<UInt8>, count: Int) throws(EncodingError) {
    let size = order.pyramid.size
    precondition(
      count <= order.rowsAtOnce && nextRow + count <= size.height
        && (count % 2 == 0 || nextRow + count == size.height), "rows come as they were announced")
    // Let the encoders catch up.
    let mostHeld = growth.mostHeld(after: nextRow + count)
    while state.heldBytes > mostHeld, pool.help() {}
    var block = RowBlock(
      level: 0, firstRow: nextRow, count: count, base: rows, stride: size.width * 4)
    nextRow += count
    if order.hasAlpha, !keepsAlpha { block = change(block, PixelRows.putOnWhite) }
    var blocks: [RowBlock]
    if keepsAlpha, order.kernel == .box {
      block = change(block, PixelRows.straighten)
      blocks = reducer.reduce(block)
    } else {
      blocks = reducer.reduce(block)
      if keepsAlpha {
        block = change(block, PixelRows.straighten)
        blocks = blocks.map { straightened($0) }
      }
    }
    feed([block] + blocks)
    try state.check()
  }

  /// Waits for the last tiles.
  package func finish() throws(EncodingError) {
    precondition(nextRow == order.pyramid.size.height, "all rows have come")
    pool.finishTasks()
    try state.check()
  }

  private typealias Change =
    @Sendable (
      UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int
    ) -> Void

  private func change(_ block: RowBlock, _ body: @escaping Change) -> RowBlock {
    guard let changed else { return block }
    let width = order.pyramid.levels[block.level].size.width
    nonisolated(unsafe) let target = changed
    pool.forEach(block.count) { row in
      body(block.base + row * block.stride, target + row * block.stride, width)
    }
    var block = block
    block.base = UnsafePointer(changed)
    return block
  }

  /// A strip of a smaller level belongs to the reducer, which does not read it again once the next
  /// strip is started, so it can be converted in place.
  private func straightened(_ block: RowBlock) -> RowBlock {
    let width = order.pyramid.levels[block.level].size.width
    nonisolated(unsafe) let base = UnsafeMutablePointer(mutating: block.base)
    pool.forEach(block.count) { row in
      PixelRows.straighten(base + row * block.stride, into: base + row * block.stride, count: width)
    }
    return block
  }

  /// Feeds rows to all tiles; those of a column get theirs in order, on one thread.
  private func feed(_ blocks: [RowBlock]) {
    var pieces: [(blocks: [RowBlock], columns: Range<Int>)] = []
    for level in order.pyramid.levels.indices {
      let own = blocks.filter { $0.level == level }
      let rows = own.reduce(0) { $0 + $1.count }
      guard rows > 0 else { continue }
      let columns = order.pyramid.levels[level].columns
      let step = max(1, Self.pixelsAtOnce / (rows * order.pyramid.edge))
      for first in stride(from: 0, to: columns, by: step) {
        pieces.append((own, first..<min(first + step, columns)))
      }
    }
    let (feeders, work) = (feeders, pieces)
    pool.forEach(work.count) { number in
      for column in work[number].columns {
        for block in work[number].blocks { feeders[block.level].add(block, column: column) }
      }
    }
  }
}

/// State shared by all cutting threads.
final class CuttingState: Sendable {
  let deliver: @Sendable (Int, UnsafeRawBufferPointer) -> Void
  private let failure = Mutex<EncodingError?>(nil)
  private let held = Atomic(0)

  init(deliver: @escaping @Sendable (Int, UnsafeRawBufferPointer) -> Void) {
    self.deliver = deliver
  }

  /// Bytes of the tiles waiting to be encoded.
  var heldBytes: Int { held.load(ordering: .relaxed) }

  func hold(_ bytes: Int) { held.add(bytes, ordering: .relaxed) }
  func release(_ bytes: Int) { held.subtract(bytes, ordering: .relaxed) }

  func fail(_ error: EncodingError) { failure.withLock { $0 = $0 ?? error } }

  var hasFailed: Bool { failure.withLock { $0 != nil } }

  func check() throws(EncodingError) { if let error = failure.withLock({ $0 }) { throw error } }
}

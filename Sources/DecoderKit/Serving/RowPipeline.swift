import DecoderProtocol
import Glibc
import Platform
import Resampling

/// Carries rows from the decoding thread to the reducing one, through a small ring of batches.
///
/// So decoding and reducing overlap on two cores, with a MiB between them, or some where the
/// codec's library makes many rows at once. For a tiny picture a thread costs more than it saves:
/// then rows are reduced where they are decoded. The answers to tile requests are sent from where
/// the rows are reduced, the moment a tile is whole.
// Sendable without a check: everything that both threads touch is guarded by `monitor`; the
// reducers belong to the thread that reduces until it has been joined, and a batch to one side at a
// time, handed over under the monitor.
final class RowPipeline: @unchecked Sendable {
  private struct Batch {
    var firstRow: Int
    var count: Int
  }

  private let reducers: [TileReducer]
  private let control: ControlChannel
  private let stride: Int
  private let batches: [UnsafeMutableRawPointer]
  private var isThreaded: Bool  // of the decoding thread

  private let monitor = ConditionLock()
  private var filled: [Batch] = []
  private var produced = 0
  private var consumed = 0
  private var cancelled: [UInt32] = []
  private var unanswered: Set<UInt32>
  private var isEnded = false
  private var isAborted = false

  /// When the last tile was made, as `PassTimes` counts; only when the reducing thread has ended.
  private(set) var lastTile: UInt64 = 0

  /// The most rows of one batch.
  let rowsPerBatch: Int

  /// Sixteen rows of a picture of 12 megapixels: of smaller batches each costs a wake-up that takes
  /// as long as reducing it.
  private static let batchBytes = 288 << 10
  private static let leastBatches = 4
  private static let mostBytes = 4 << 20

  /// A pipeline of rows of `stride` bytes into reducers that make the tiles of `ids`.
  init(
    reducers: [TileReducer], ids: [UInt32], stride: Int, rowsAtOnce: Int, isThreaded: Bool,
    control: ControlChannel
  ) {
    self.reducers = reducers
    self.control = control
    self.stride = stride
    self.isThreaded = isThreaded
    unanswered = Set(ids)
    // Whole units of the common codecs, which decode 8 or 16 rows at once.
    let rows = Self.batchBytes / stride
    rowsPerBatch = rows >= 16 ? min(rows / 16 * 16, 32) : max(rows, 1)
    let bytes = rowsPerBatch * stride
    let wanted = min(rowsAtOnce / rowsPerBatch, Self.mostBytes / bytes)
    batches = (0..<(isThreaded ? max(wanted, Self.leastBatches) : 1)).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    }
  }

  deinit { for batch in batches { batch.deallocate() } }

  // MARK: The decoding thread

  /// Memory for the next batch, slept for while all are full.
  func nextBatch() -> UnsafeMutableRawPointer {
    monitor.withLock {
      while produced - consumed == batches.count { monitor.wait() }
      return batches[produced % batches.count]
    }
  }

  /// Hands over the rows that were put into the batch.
  func submit(firstRow: Int, count: Int) {
    monitor.withLock {
      filled.append(Batch(firstRow: firstRow, count: count))
      produced += 1
      monitor.notify()
    }
    if !isThreaded { reduceNext() }
  }

  /// Drops a tile, unless it isn't one of these or was answered already.
  func cancel(id: UInt32) {
    monitor.withLock {
      guard unanswered.contains(id) else { return }
      cancelled.append(id)
      monitor.notify()
    }
    if !isThreaded { answerCancelled() }
  }

  /// Whether every tile has been answered.
  var isFinished: Bool { monitor.withLock { unanswered.isEmpty } }

  /// Reduces where the rows are decoded, as no other thread can be had.
  func reduceInline() { isThreaded = false }

  /// Says that no more rows come.
  func end() {
    monitor.withLock {
      isEnded = true
      monitor.notify()
    }
  }

  /// Says that the rows are not wanted any more.
  func abort() {
    monitor.withLock {
      isAborted = true
      monitor.notify()
    }
  }

  /// The tiles that have no answer yet; only when the reducing thread has ended.
  func takeRest() -> Set<UInt32> {
    answerCancelled()
    return monitor.withLock { unanswered }
  }

  // MARK: The reducing thread

  /// Reduces until the rows end, the tiles are all made or nobody wants them.
  func run() {
    while true {
      answerCancelled()
      let goesOn = monitor.withLock {
        while filled.isEmpty, !isEnded, !isAborted, cancelled.isEmpty { monitor.wait() }
        return !isAborted && !(filled.isEmpty && isEnded && cancelled.isEmpty)
      }
      guard goesOn else { return }
      reduceNext()
    }
  }

  private func reduceNext() {
    let next = monitor.withLock { () -> (batch: Batch, bytes: UnsafeRawBufferPointer)? in
      guard !filled.isEmpty else { return nil }
      let batch = filled.removeFirst()
      let start = batches[consumed % batches.count]
      return (batch, UnsafeRawBufferPointer(start: start, count: batch.count * stride))
    }
    guard let (batch, bytes) = next else { return }
    if !isFinished {
      for reducer in reducers {
        let ids = reducer.consume(
          rows: bytes, stride: stride, firstRow: batch.firstRow, count: batch.count)
        if !ids.isEmpty { lastTile = PassTimes.now() }
        for id in ids { answer(id, with: .tileReady(id: id)) }
      }
    }
    monitor.withLock {
      consumed += 1
      monitor.notify()
    }
  }

  private func answerCancelled() {
    let ids = monitor.withLock {
      let ids = cancelled.filter { unanswered.contains($0) }
      cancelled.removeAll()
      return ids
    }
    for id in ids {
      for reducer in reducers { reducer.cancel(id: id) }
      answer(id, with: .tileCancelled(id: id))
    }
  }

  private func answer(_ id: UInt32, with message: DecoderMessage) {
    control.send(message)
    monitor.withLock { _ = unanswered.remove(id) }
  }
}

import DecoderProtocol
import Glibc
import Platform
import Resampling

/// Passes rows from the decoding thread to the reducing threads, through a ring of batches.
///
/// Decoding and reducing thus overlap on several cores, with about 1 MiB in between, or several if
/// the codec's library decodes many rows at once. For a tiny picture a thread costs more than it
/// saves, so the rows are reduced on the decoding thread. Each tile's reply is sent by the reducing
/// thread as soon as the tile is complete.
// @unchecked Sendable: `monitor` guards all shared state; a lane's reducers belong to its thread
// until it is joined; a batch belongs to the decoding thread or to its readers, and changes hands
// under the monitor.
final class RowPipeline: @unchecked Sendable {
  private struct Batch {
    var firstRow: Int
    var count: Int
  }

  private let lanes: [ReducingLane]
  private let control: ControlChannel
  private let stride: Int
  private let memory: [UnsafeMutableRawPointer]
  /// The first lane that is reduced on the decoding thread, which owns this.
  private var firstInline: Int

  private let monitor = ConditionLock()
  /// The batches in the ring, newest last.
  private var filled: [Batch] = []
  private var produced = 0
  private var progress: [LaneProgress]
  private var unanswered: Set<UInt32>
  private var isEnded = false
  private var isAborted = false

  /// One lane's progress.
  private struct LaneProgress {
    /// The number of batches it has reduced.
    var consumed = 0
    /// The lane's tiles to drop.
    var cancelled: [UInt32] = []
    var lastTile: UInt64 = 0
    /// True while the lane sleeps until notified, after nothing has arrived for a while.
    var isIdle = false
  }

  /// The maximum number of rows in one batch.
  let rowsPerBatch: Int

  /// Sixteen rows of a 12-megapixel picture: with smaller batches, waking a thread takes as long as
  /// reducing one.
  private static let batchBytes = 288 << 10
  private static let leastBatches = 4
  private static let mostBytes = 4 << 20
  /// Passes over at least this many bytes have twice as many batches.
  ///
  /// Such a pass then goes on for a while when a thread loses its core. In a smaller pass, more
  /// batches would only touch more memory.
  private static let longPass = 32 << 20
  /// Seconds that rows may wait, so that a reducing thread wakes for several batches.
  private static let batchDelay = 0.002

  /// A pipeline of `rows` rows of `stride` bytes into the reducers of some lanes.
  ///
  /// If `isThreaded`, each lane has its own thread.
  init(
    lanes: [ReducingLane], rows: Int, stride: Int, rowsAtOnce: Int, isThreaded: Bool,
    control: ControlChannel
  ) {
    self.lanes = lanes
    self.control = control
    self.stride = stride
    firstInline = isThreaded ? lanes.count : 0
    progress = Array(repeating: LaneProgress(), count: lanes.count)
    unanswered = lanes.reduce(into: []) { $0.formUnion($1.ids) }
    // A multiple of 8 or 16 rows, which the common codecs decode at once.
    let fitting = Self.batchBytes / stride
    rowsPerBatch = fitting >= 16 ? min(fitting / 16 * 16, 32) : max(fitting, 1)
    let bytes = rowsPerBatch * stride
    let wanted = min(rowsAtOnce / rowsPerBatch, Self.mostBytes / bytes)
    let least = Self.leastBatches * (rows >= Self.longPass / stride ? 2 : 1)
    memory = (0..<(isThreaded ? max(wanted, least) : 1)).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    }
  }

  deinit { for batch in memory { batch.deallocate() } }

  // MARK: The decoding thread

  /// Memory for the next batch; waits while all batches are full.
  func nextBatch() -> UnsafeMutableRawPointer {
    monitor.withLock {
      while produced - consumedByAll == memory.count { monitor.wait() }
      return memory[produced % memory.count]
    }
  }

  /// Hands over the rows in the batch.
  func submit(firstRow: Int, count: Int) {
    monitor.withLock {
      filled.append(Batch(firstRow: firstRow, count: count))
      if filled.count > memory.count { filled.removeFirst() }
      produced += 1
      // Waking a thread for every batch would interrupt other threads. Lanes that are not idle
      // check again by themselves.
      let isMuch = produced - consumedByAll >= memory.count / 2
      if isMuch || progress.contains(where: \.isIdle) { monitor.notify() }
    }
    for lane in firstInline..<lanes.count { reduceNext(lane) }
  }

  /// Drops a tile, unless it belongs to another pass or has been answered.
  func cancel(id: UInt32) {
    guard let lane = lanes.firstIndex(where: { $0.ids.contains(id) }) else { return }
    monitor.withLock {
      guard unanswered.contains(id) else { return }
      progress[lane].cancelled.append(id)
      monitor.notify()
    }
    if lane >= firstInline { answerCancelled(lane) }
  }

  /// True once every tile has been answered.
  var isFinished: Bool { monitor.withLock { unanswered.isEmpty } }

  /// Reduces the lanes from `lane` on in the decoding thread, when no more threads can be started.
  func reduceInline(from lane: Int) { firstInline = lane }

  /// Signals that there are no more rows.
  func end() {
    monitor.withLock {
      isEnded = true
      monitor.notify()
    }
  }

  /// Signals that the rows are no longer wanted.
  func abort() {
    monitor.withLock {
      isAborted = true
      monitor.notify()
    }
  }

  /// The unanswered tiles; call it only after the reducing threads have ended.
  func takeRest() -> Set<UInt32> {
    for lane in lanes.indices { answerCancelled(lane) }
    return monitor.withLock { unanswered }
  }

  /// When the last tile was made, in the clock of `PassTimes`; only after the reducing threads
  /// ended.
  var lastTile: UInt64 { monitor.withLock { progress.map(\.lastTile).max() ?? 0 } }

  /// The number of batches that all lanes have reduced; call it inside the monitor.
  private var consumedByAll: Int { progress.map(\.consumed).min() ?? produced }

  // MARK: A reducing thread

  /// Reduces a lane until the rows end, or its tiles are all made or cancelled.
  func run(_ lane: Int) {
    while true {
      answerCancelled(lane)
      let goesOn = monitor.withLock {
        while progress[lane].consumed == produced, !isEnded, !isAborted,
          progress[lane].cancelled.isEmpty
        {
          if progress[lane].isIdle {
            monitor.wait()
          } else {
            monitor.wait(seconds: Self.batchDelay)
            progress[lane].isIdle = progress[lane].consumed == produced
          }
        }
        progress[lane].isIdle = false
        let isDone = progress[lane].consumed == produced && isEnded
        return !isAborted && !(isDone && progress[lane].cancelled.isEmpty)
      }
      guard goesOn else { return }
      reduceNext(lane)
    }
  }

  private func reduceNext(_ lane: Int) {
    let next = monitor.withLock { () -> (batch: Batch, bytes: UnsafeRawBufferPointer)? in
      let consumed = progress[lane].consumed
      guard consumed < produced else { return nil }
      let batch = filled[filled.count - (produced - consumed)]
      let start = memory[consumed % memory.count]
      return (batch, UnsafeRawBufferPointer(start: start, count: batch.count * stride))
    }
    guard let (batch, bytes) = next else { return }
    for reducer in lanes[lane].reducers where !reducer.isFinished {
      let ids = reducer.consume(
        rows: bytes, stride: stride, firstRow: batch.firstRow, count: batch.count)
      if !ids.isEmpty {
        let now = PassTimes.now()
        monitor.withLock { progress[lane].lastTile = now }
      }
      for id in ids { answer(id, with: .tileReady(id: id)) }
    }
    monitor.withLock {
      progress[lane].consumed += 1
      // The decoding thread sleeps only while all batches are full; it wakes when half are free.
      if produced - consumedByAll <= memory.count / 2 { monitor.notify() }
    }
  }

  private func answerCancelled(_ lane: Int) {
    let ids = monitor.withLock {
      let ids = progress[lane].cancelled.filter { unanswered.contains($0) }
      progress[lane].cancelled.removeAll()
      return ids
    }
    for id in ids {
      for reducer in lanes[lane].reducers { reducer.cancel(id: id) }
      answer(id, with: .tileCancelled(id: id))
    }
  }

  private func answer(_ id: UInt32, with report: PictureReport) {
    control.send(report)
    monitor.withLock { _ = unanswered.remove(id) }
  }
}

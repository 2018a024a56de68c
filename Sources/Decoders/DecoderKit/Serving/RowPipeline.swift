import DecoderProtocol
import Glibc
import Platform
import Resampling

/// Carries rows from the decoding thread to those that reduce, through a small ring of batches.
///
/// So decoding and reducing overlap on several cores, with a MiB between them, or some where the
/// codec's library makes many rows at once. For a tiny picture a thread costs more than it saves:
/// then rows are reduced where they are decoded. The answers to tile requests are sent from where
/// the rows are reduced, the moment a tile is whole.
// Sendable without a check: everything that several threads touch is guarded by `monitor`; a lane's
// reducers belong to the thread that reduces it until that has been joined, and a batch to the
// decoding thread or to those that only read it, handed over under the monitor.
final class RowPipeline: @unchecked Sendable {
  private struct Batch {
    var firstRow: Int
    var count: Int
  }

  private let lanes: [ReducingLane]
  private let control: ControlChannel
  private let stride: Int
  private let memory: [UnsafeMutableRawPointer]
  /// From which lane on they are reduced where the rows are decoded; of the decoding thread.
  private var firstInline: Int

  private let monitor = ConditionLock()
  /// What is in the ring, the newest last.
  private var filled: [Batch] = []
  private var produced = 0
  private var progress: [LaneProgress]
  private var unanswered: Set<UInt32>
  private var isEnded = false
  private var isAborted = false

  /// How far one lane is.
  private struct LaneProgress {
    /// Batches that it has reduced.
    var consumed = 0
    /// Tiles of it to be dropped.
    var cancelled: [UInt32] = []
    var lastTile: UInt64 = 0
    /// Whether it sleeps until it is woken, as nothing has come for a while.
    var isIdle = false
  }

  /// The most rows of one batch.
  let rowsPerBatch: Int

  /// Sixteen rows of a picture of 12 megapixels: of smaller batches each costs a wake-up that takes
  /// as long as reducing it.
  private static let batchBytes = 288 << 10
  private static let leastBatches = 4
  private static let mostBytes = 4 << 20
  /// Passes over as many bytes have twice as many batches.
  ///
  /// Then they go on for a while where something else takes a thread's processor. Smaller ones
  /// would only touch more memory.
  private static let longPass = 32 << 20
  /// Seconds that rows may wait for more of them, so that who reduces is woken for several batches.
  private static let patience = 0.002

  /// A pipeline of `rows` rows of `stride` bytes into the reducers of some lanes.
  ///
  /// Where it `isThreaded`, each lane is run by a thread of its own.
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
    // Whole units of the common codecs, which decode 8 or 16 rows at once.
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

  /// Memory for the next batch, slept for while all are full.
  func nextBatch() -> UnsafeMutableRawPointer {
    monitor.withLock {
      while produced - consumedByAll == memory.count { monitor.wait() }
      return memory[produced % memory.count]
    }
  }

  /// Hands over the rows that were put into the batch.
  func submit(firstRow: Int, count: Int) {
    monitor.withLock {
      filled.append(Batch(firstRow: firstRow, count: count))
      if filled.count > memory.count { filled.removeFirst() }
      produced += 1
      // For each batch alone a thread would be woken, and another one interrupted for it. Who is
      // not idle looks again by itself.
      let isMuch = produced - consumedByAll >= memory.count / 2
      if isMuch || progress.contains(where: \.isIdle) { monitor.notify() }
    }
    for lane in firstInline..<lanes.count { reduceNext(lane) }
  }

  /// Drops a tile, unless it isn't one of these or was answered already.
  func cancel(id: UInt32) {
    guard let lane = lanes.firstIndex(where: { $0.ids.contains(id) }) else { return }
    monitor.withLock {
      guard unanswered.contains(id) else { return }
      progress[lane].cancelled.append(id)
      monitor.notify()
    }
    if lane >= firstInline { answerCancelled(lane) }
  }

  /// Whether every tile has been answered.
  var isFinished: Bool { monitor.withLock { unanswered.isEmpty } }

  /// Reduces the lanes from one on where the rows are decoded, as no more threads can be had.
  func reduceInline(from lane: Int) { firstInline = lane }

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

  /// The tiles that have no answer yet; only when the reducing threads have ended.
  func takeRest() -> Set<UInt32> {
    for lane in lanes.indices { answerCancelled(lane) }
    return monitor.withLock { unanswered }
  }

  /// When the last tile was made, as `PassTimes` counts; only when the reducing threads have ended.
  var lastTile: UInt64 { monitor.withLock { progress.map(\.lastTile).max() ?? 0 } }

  /// Batches that no lane needs any more; only inside the monitor.
  private var consumedByAll: Int { progress.map(\.consumed).min() ?? produced }

  // MARK: A reducing thread

  /// Reduces a lane until the rows end, its tiles are all made or nobody wants them.
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
            monitor.wait(seconds: Self.patience)
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
      // Who decodes sleeps only while all are full, and goes on when there is room for several.
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

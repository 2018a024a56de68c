import Platform

/// Passes rows from the decoding thread to the caching thread.
// @unchecked Sendable: `monitor` guards shared state; the writer belongs to the writing thread, and
// a batch to one side at a time.
final class StoreQueue: @unchecked Sendable {
  /// The maximum number of rows in one batch.
  let rowsPerBatch: Int
  private let writer: any StoreWriter
  private let stride: Int
  private let batches: [UnsafeMutableRawPointer]
  private var isInline = false  // of the decoding thread

  private let monitor = ConditionLock()
  private var counts: [Int] = []
  private var produced = 0
  private var consumed = 0
  private var isEnded = false
  private var isAborted = false

  private static let batchBytes = 160 << 10
  private static let batchCount = 3
  /// Together the batches hold the 16 rows that a JPEG decoder makes at once, so that it can
  /// continue with the next 16.
  private static let fewestRows = 6
  /// The limit on a batch in bytes: a row can be as wide as the file claims.
  private static let largestBatch = 640 << 10

  init(writer: any StoreWriter, stride: Int) {
    self.writer = writer
    self.stride = stride
    let rows = max(
      1, min(Self.fewestRows, Self.largestBatch / stride), min(64, Self.batchBytes / stride))
    rowsPerBatch = rows
    batches = (0..<Self.batchCount).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: rows * stride, alignment: 64)
    }
  }

  deinit { for batch in batches { batch.deallocate() } }

  // MARK: The decoding thread

  /// Memory for the next batch; waits while all are full.
  func nextBatch() -> UnsafeMutableRawPointer {
    monitor.withLock {
      while produced - consumed == batches.count { monitor.wait() }
      return batches[produced % batches.count]
    }
  }

  /// Hands over the rows in the batch.
  func submit(count: Int) {
    monitor.withLock {
      counts.append(count)
      produced += 1
      monitor.notify()
    }
    if isInline { writeNext() }
  }

  /// Writes on the decoding thread, when no other thread can be started.
  func runInline() { isInline = true }

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

  // MARK: The writing thread

  /// Writes until the rows end or are no longer wanted.
  func run() {
    while true {
      let goesOn = monitor.withLock {
        while counts.isEmpty, !isEnded, !isAborted { monitor.wait() }
        return !isAborted && !counts.isEmpty
      }
      guard goesOn else { return }
      writeNext()
    }
  }

  private func writeNext() {
    let next = monitor.withLock { (counts.removeFirst(), batches[consumed % batches.count]) }
    for index in 0..<next.0 {
      writer.add(next.1 + index * stride)
    }
    monitor.withLock {
      consumed += 1
      monitor.notify()
    }
  }
}

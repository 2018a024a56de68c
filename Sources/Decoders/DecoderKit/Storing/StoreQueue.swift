import Platform

/// Carries rows from the thread that decodes to the one that caches them.
// Sendable without a check: what both threads touch is guarded by `monitor`; the writer belongs to
// the thread that writes, and a batch to one side at a time.
final class StoreQueue: @unchecked Sendable {
  /// The most rows of one batch.
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
  /// Together the batches hold what a JPEG's decoder makes at once, 16 rows, so that it goes on
  /// with the next 16 meanwhile.
  private static let fewestRows = 6
  /// But no more than this for their sake: rows of a picture can be as wide as a file says.
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

  /// Memory for the next batch, slept for while all are full.
  func nextBatch() -> UnsafeMutableRawPointer {
    monitor.withLock {
      while produced - consumed == batches.count { monitor.wait() }
      return batches[produced % batches.count]
    }
  }

  /// Hands over the rows that were put into the batch.
  func submit(count: Int) {
    monitor.withLock {
      counts.append(count)
      produced += 1
      monitor.notify()
    }
    if isInline { writeNext() }
  }

  /// Writes where the rows are decoded, as no other thread can be had.
  func runInline() { isInline = true }

  /// Says that no more rows come.
  func end() {
    monitor.withLock {
      isEnded = true
      monitor.notify()
    }
  }

  /// Says that nobody wants the rows any more.
  func abort() {
    monitor.withLock {
      isAborted = true
      monitor.notify()
    }
  }

  // MARK: The writing thread

  /// Writes until the rows end or nobody wants them.
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

import DecoderKit
import DecoderProtocol
import Glibc
import Platform

/// Decodes one picture without restart markers on several threads, in chunks of rows that are
/// delivered in order.
///
/// All data above a row must be parsed first, which takes 50 to 75 % of the full decoding time even
/// without transforms and colours. So each thread goes through the whole picture with its own
/// reader. It decodes each chunk that no other thread has begun, and skips the rest. No share is
/// fixed: a thread that gets less processor time decodes fewer chunks.
final class JPEGChunks: @unchecked Sendable {
  // @unchecked Sendable: `monitor` guards all state except the slots' memory, which belongs to the
  // thread that has begun the chunk; rows below the chunk's `count` are only read.

  /// The division of the rows into chunks, and their layout in memory.
  struct Layout: Sendable {
    /// The wanted rows.
    var rows: Range<Int>
    /// Bytes per row.
    var stride: Int
    /// Rows per chunk, a multiple of the MCU height.
    var rowsPerChunk: Int
    /// Rows to skip in one call, a multiple of the MCU height, so that a cancelled pass stops soon.
    var rowsPerStep: Int

    /// The chunk, of the whole picture, that contains the first wanted row.
    private var first: Int { rows.lowerBound / rowsPerChunk }

    /// The number of chunks.
    var count: Int {
      rows.isEmpty ? 0 : (rows.upperBound - 1) / rowsPerChunk - first + 1
    }

    /// The picture row at which a chunk starts, wanted or not: a multiple of the MCU height, since
    /// libjpeg can't skip part of an MCU row without losing its place.
    func start(of chunk: Int) -> Int { (first + chunk) * rowsPerChunk }

    func rows(of chunk: Int) -> Range<Int> {
      let start = start(of: chunk)
      return max(start, rows.lowerBound)..<min(start + rowsPerChunk, rows.upperBound)
    }
  }

  /// A chunk that a thread has begun and that has not been delivered.
  private struct StartedChunk {
    var slot: Int
    /// The number of decoded rows, and the error that ended them.
    var count = 0
    var failure: CodecError?
    /// True if the file ended before these rows.
    var isCut = false
  }

  /// The result of a request for rows.
  enum Answer {
    /// The number of copied rows; 0 while they are being decoded.
    case copied(Int, isCut: Bool)
    /// No thread will decode the rows.
    case abandoned
  }

  let layout: Layout
  private let monitor = ConditionLock()
  /// The chunks that have been begun and not delivered, in order.
  private var begun: [StartedChunk] = []
  private var delivered = 0
  private var memory: [UnsafeMutableRawPointer?]
  private var freeSlots: [Int]
  private var threads = 0
  /// Threads that wait for memory.
  private var waiting = 0
  private var isStopped = false
  /// True if a thread has found that the file changed.
  private var hasChanged = false

  /// Rows to decode in one call: as many as libjpeg makes at once for most pictures.
  private static let rowsPerCall = 16
  /// Chunks that may wait for delivery while each thread decodes another.
  private static let spareSlots = 2

  static let tooFewRows = CodecError(
    .corrupt, "the JPEG file has fewer rows than its header says")

  /// Starts the threads; `begin` creates a reader at the top of the picture.
  ///
  /// `nil` if no thread can be started.
  init?(
    _ layout: Layout, threads wanted: Int,
    begin: @escaping @Sendable () throws(CodecError) -> JPEGReader
  ) {
    self.layout = layout
    let slots = wanted + Self.spareSlots
    memory = Array(repeating: nil, count: slots)
    freeSlots = Array(0..<slots)
    let begun = (0..<wanted).count { _ in beginThread(begin) }
    guard begun > 0 else { return nil }
  }

  deinit { for slot in memory { free(slot) } }

  private func beginThread(
    _ begin: @escaping @Sendable () throws(CodecError) -> JPEGReader
  ) -> Bool {
    monitor.withLock { threads += 1 }
    do throws(Errno) {
      _ = try Thread(name: "rows") { self.run(begin) }
    } catch {
      monitor.withLock { threads -= 1 }
      return false
    }
    return true
  }

  // MARK: The consumer

  /// Copies the available rows of the current chunk after its first `skipped`; waits 10 ms for the
  /// first one.
  func copyRows(
    after skipped: Int, most: Int, into rows: UnsafeMutableRawPointer, stride target: Int
  ) throws(CodecError) -> Answer {
    let outcome = monitor.withLock { () -> Result<StartedChunk?, CodecError> in
      if begun.first.map({ $0.count <= skipped && $0.failure == nil }) ?? (threads > 0) {
        monitor.wait(seconds: 0.01)
      }
      if hasChanged { return .failure(.changed) }
      guard let chunk = begun.first else {
        return .success(threads > 0 ? StartedChunk(slot: 0) : nil)
      }
      if chunk.count <= skipped, let failure = chunk.failure { return .failure(failure) }
      return .success(chunk)
    }
    guard let chunk = try outcome.get() else { return .abandoned }
    let count = min(most, chunk.count - skipped)
    guard count > 0, let memory = monitor.withLock({ memory[chunk.slot] }) else {
      return .copied(0, isCut: false)
    }
    for row in 0..<count {
      (rows + row * target).copyMemory(
        from: memory + (skipped + row) * layout.stride, byteCount: layout.stride)
    }
    return .copied(count, isCut: chunk.isCut)
  }

  /// Releases the delivered chunk's memory to the threads.
  func finishChunk() {
    monitor.withLock {
      freeSlots.append(begun.removeFirst().slot)
      delivered += 1
      monitor.notify()
    }
  }

  /// The number of chunks that are being made or wait for delivery, and of threads that wait for
  /// memory.
  var counts: (begun: Int, waiting: Int) { monitor.withLock { (begun.count, waiting) } }

  /// Stops the threads; the file is not read any more once this returns.
  func stop() {
    monitor.withLock {
      isStopped = true
      monitor.notify()
      while threads > 0 { monitor.wait() }
    }
  }

  // MARK: The decoding threads

  private enum Task {
    case pass(rows: Int)
    case decode(chunk: Int, slot: Int)
  }

  private func run(_ begin: () throws(CodecError) -> JPEGReader) {
    // The chunk that gets this thread's error; `nil` while skipping: other threads fail there too.
    var own: Int?
    do throws(CodecError) {
      let reader = try begin()
      var row = 0
      while let task = try nextTask(at: row) {
        switch task {
        case .pass(let rows):
          try reader.skipRows(rows)
          row += rows
        case .decode(let chunk, let slot):
          own = chunk
          let rows = layout.rows(of: chunk)
          if row < rows.lowerBound { try reader.skipRows(rows.lowerBound - row) }
          try decode(chunk, by: reader, into: slot)
          own = nil
          row = rows.upperBound
        }
      }
    } catch {
      monitor.withLock {
        if let own { begun[own - delivered].failure = error }
        hasChanged = hasChanged || error == .changed
      }
    }
    monitor.withLock {
      threads -= 1
      monitor.notify()
    }
  }

  /// The next task for a thread at `row`; `nil` at the end.
  private func nextTask(at row: Int) throws(CodecError) -> Task? {
    let outcome = monitor.withLock { () -> Result<Task?, CodecError> in
      while !isStopped {
        let next = delivered + begun.count
        // Nothing is left to begin, and libjpeg can't skip a picture's last row.
        guard next < layout.count else { break }
        let above = layout.start(of: next) - row
        if above > 0 { return .success(.pass(rows: min(above, layout.rowsPerStep))) }
        guard let slot = freeSlots.popLast() else {
          waiting += 1
          monitor.wait()
          waiting -= 1
          continue
        }
        // Allocate before beginning the chunk: without memory it is left to other threads.
        if memory[slot] == nil { memory[slot] = malloc(layout.rowsPerChunk * layout.stride) }
        guard memory[slot] != nil else {
          freeSlots.append(slot)
          return .failure(.noMemory)
        }
        begun.append(StartedChunk(slot: slot))
        return .success(.decode(chunk: next, slot: slot))
      }
      return .success(nil)
    }
    return try outcome.get()
  }

  private func decode(
    _ chunk: Int, by reader: JPEGReader, into slot: Int
  ) throws(CodecError) {
    guard let memory = monitor.withLock({ memory[slot] }) else { throw CodecError.noMemory }
    let rows = layout.rows(of: chunk).count
    var done = 0
    while done < rows {
      let got = try reader.readRows(
        into: memory + done * layout.stride, stride: layout.stride,
        count: min(Self.rowsPerCall, rows - done))
      guard got > 0 else { throw Self.tooFewRows }
      done += got
      let isEnough = monitor.withLock {
        begun[chunk - delivered].count = done
        begun[chunk - delivered].isCut = reader.isCut
        monitor.notify()
        return isStopped
      }
      if isEnough { return }
    }
  }
}

import DecoderKit
import DecoderProtocol
import Glibc
import Platform

/// What several threads decode of one picture without restart markers: its rows in chunks, in
/// their order.
///
/// All data above a row must be read before it, but without transforms and colours that takes half
/// to three quarters of the time. So each thread goes through the whole picture with a reader of
/// its own. It decodes a chunk that nobody has begun when it comes there, and passes over all
/// others. No share is fixed: a thread that gets less of a processor comes later, and decodes less.
final class JPEGChunks: @unchecked Sendable {
  // Sendable without a check: all that changes is guarded by `monitor`, but the slots' memory: it
  // belongs to the thread that has begun the chunk, and rows below the chunk's `count` are only
  // read.

  /// How the rows lie in chunks and in memory.
  struct Layout: Sendable {
    /// The rows that are wanted.
    var rows: Range<Int>
    /// Bytes of a row.
    var stride: Int
    /// Rows of a chunk, some rows of units.
    var rowsPerChunk: Int
    /// Rows that are passed over in one call, some rows of units, so that a pass that nobody wants
    /// any more stops soon.
    var rowsPerStep: Int

    /// The chunk, of the whole picture, that the wanted rows begin in.
    private var first: Int { rows.lowerBound / rowsPerChunk }

    /// How many chunks there are.
    var count: Int {
      rows.isEmpty ? 0 : (rows.upperBound - 1) / rowsPerChunk - first + 1
    }

    /// The row of the picture that a chunk begins with, if it is wanted or not: a whole number of
    /// rows of units lies above it, as libjpeg passes over no part of one without losing its place.
    func start(of chunk: Int) -> Int { (first + chunk) * rowsPerChunk }

    /// The rows of a chunk that are wanted.
    func rows(of chunk: Int) -> Range<Int> {
      let start = start(of: chunk)
      return max(start, rows.lowerBound)..<min(start + rowsPerChunk, rows.upperBound)
    }
  }

  /// A chunk that somebody has begun and that has not been delivered.
  private struct Begun {
    var slot: Int
    /// Rows that are there, and why no more come.
    var count = 0
    var failure: CodecError?
    /// Whether the file has ended before these rows.
    var isCut = false
  }

  /// What comes of asking for rows.
  enum Answer {
    /// So many rows were copied; none where they are still being made.
    case copied(Int, isCut: Bool)
    /// Nobody makes them.
    case abandoned
  }

  let layout: Layout
  private let monitor = ConditionLock()
  /// Chunks from the one that is delivered next on, which their threads begin in this order.
  private var begun: [Begun] = []
  private var delivered = 0
  private var memory: [UnsafeMutableRawPointer?]
  private var freeSlots: [Int]
  private var threads = 0
  /// Threads that wait for memory.
  private var waiting = 0
  private var isStopped = false
  /// Whether a thread has found another file than the others began with.
  private var hasChanged = false

  /// Rows that are decoded in one call, as many as libjpeg makes at once of most pictures.
  private static let rowsPerCall = 16
  /// Chunks that may wait to be delivered while each thread makes another.
  private static let spareSlots = 2

  /// Why a file has fewer rows than it should.
  static let tooFewRows = CodecError(
    .corrupt, "the JPEG file has fewer rows than its header says")

  /// Begins with some threads; `begin` makes a reader that stands at the picture's top.
  ///
  /// `nil` where no thread can be had.
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

  // MARK: Who takes the rows

  /// Copies rows of the chunk that is delivered next, `skipped` of its own left out, as many as are
  /// there; waits a moment for the first one.
  func copyRows(
    after skipped: Int, most: Int, into rows: UnsafeMutableRawPointer, stride target: Int
  ) throws(CodecError) -> Answer {
    let outcome = monitor.withLock { () -> Result<Begun?, CodecError> in
      if begun.first.map({ $0.count <= skipped && $0.failure == nil }) ?? (threads > 0) {
        monitor.wait(seconds: 0.01)
      }
      if hasChanged { return .failure(.changed) }
      guard let chunk = begun.first else {
        return .success(threads > 0 ? Begun(slot: 0) : nil)
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

  /// Gives the memory of the chunk that was delivered last back to the threads.
  func finishChunk() {
    monitor.withLock {
      freeSlots.append(begun.removeFirst().slot)
      delivered += 1
      monitor.notify()
    }
  }

  /// How many chunks are being made or wait to be delivered, and how many threads wait for memory.
  var counts: (begun: Int, waiting: Int) { monitor.withLock { (begun.count, waiting) } }

  /// Ends the threads; nothing of the file is read any more when this returns.
  func stop() {
    monitor.withLock {
      isStopped = true
      monitor.notify()
      while threads > 0 { monitor.wait() }
    }
  }

  // MARK: A thread's side

  private enum Task {
    case pass(rows: Int)
    case decode(chunk: Int, slot: Int)
  }

  private func run(_ begin: () throws(CodecError) -> JPEGReader) {
    // The chunk that this thread has begun: what fails before is another thread's to find, too.
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

  /// What is to be done where a thread stands; `nil` at the end.
  private func nextTask(at row: Int) throws(CodecError) -> Task? {
    let outcome = monitor.withLock { () -> Result<Task?, CodecError> in
      while !isStopped {
        let next = delivered + begun.count
        // Nothing is left to begin; and libjpeg can't pass over a picture's last row.
        guard next < layout.count else { break }
        let above = layout.start(of: next) - row
        if above > 0 { return .success(.pass(rows: min(above, layout.rowsPerStep))) }
        guard let slot = freeSlots.popLast() else {
          waiting += 1
          monitor.wait()
          waiting -= 1
          continue
        }
        // Before it is begun: without memory it is left to others.
        if memory[slot] == nil { memory[slot] = malloc(layout.rowsPerChunk * layout.stride) }
        guard memory[slot] != nil else {
          freeSlots.append(slot)
          return .failure(.noMemory)
        }
        begun.append(Begun(slot: slot))
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

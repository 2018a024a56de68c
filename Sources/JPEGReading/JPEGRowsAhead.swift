import DecoderKit
import DecoderProtocol
import Glibc
import Platform

/// The second thread of a pass: it passes over rows, and decodes some ahead of the first one.
///
/// All data above a row must be read before it, but without transforms and colours that takes half
/// to three quarters of the time. So this thread overtakes the first one, until as many rows lie
/// between them as it will decode: a part of bounded size, or what is left in the end. Then both
/// come to the same row at about the same time, whatever the picture and however busy the machine.
package final class JPEGRowsAhead: @unchecked Sendable {
  // Sendable without a check: all that changes is guarded by `monitor`, but `memory`: it is made
  // before there is a part, then rows below `count` are only read and the others belong to the
  // thread.
  private let monitor = ConditionLock()
  private let wanted: Range<Int>
  private let stride: Int
  private let rowsPerStep: Int
  private let mostRows: Int
  /// The row up to which the first thread has taken rows for itself, the part that it must not
  /// take, and where the last part ended.
  private var taken: Int
  private var claimed: Range<Int>?
  private var lastEnd = 0
  /// Rows of the part that are there, and why no more are.
  private var count = 0
  private var failure: CodecError?
  private var hasMetEnd = false
  private var isStopped = false
  private var hasThread = true
  private var memory: UnsafeMutableRawPointer?

  /// Rows that are decoded in one call, as many as libjpeg makes at once of most pictures.
  private static let rowsPerCall = 16

  /// Why a file has fewer rows than it should.
  static let tooFewRows = CodecError(
    .corrupt, "the JPEG file has fewer rows than its header says")

  /// Begins to work at the wanted rows of a picture, `stride` bytes each.
  ///
  /// `rowsPerStep` are passed over in one call, `mostRows` decoded ahead. `begin` makes a reader
  /// that stands at the picture's top. `nil` where no thread can be had.
  package init?(
    rows wanted: Range<Int>, stride: Int, rowsPerStep: Int, mostRows: Int,
    begin: @escaping @Sendable () throws(CodecError) -> JPEGReader
  ) {
    guard mostRows > 0 else { return nil }
    self.wanted = wanted
    self.stride = stride
    self.rowsPerStep = rowsPerStep
    self.mostRows = mostRows
    taken = wanted.lowerBound
    do throws(Errno) {
      _ = try Thread(name: "ahead") { self.run(begin) }
    } catch {
      return nil
    }
  }

  deinit { free(memory) }

  // MARK: The first thread's side

  /// Takes rows for the first thread, from where it stands; none where a part begins there.
  package func take(from row: Int, most: Int) -> Int {
    monitor.withLock {
      let rows = min(most, (claimed?.lowerBound ?? wanted.upperBound) - row)
      taken = row + rows
      return rows
    }
  }

  /// The part that is to be copied next.
  package var part: Range<Int>? { monitor.withLock { claimed } }

  /// Copies the part's rows from one on, as many as are there; waits a moment for the first one
  /// where it is asked to.
  package func copyRows(
    from first: Int, most: Int, into rows: UnsafeMutableRawPointer, stride target: Int,
    waits: Bool
  ) throws(CodecError) -> Int {
    let outcome = monitor.withLock { () -> Result<Range<Int>, CodecError> in
      let start = first - (claimed?.lowerBound ?? first)
      if count <= start, failure == nil, waits { monitor.wait(seconds: 0.01) }
      if count <= start, let failure { return .failure(failure) }
      return .success(start..<max(start, min(start + most, count)))
    }
    let there = try outcome.get()
    guard !there.isEmpty, let memory else { return 0 }
    for (index, row) in there.enumerated() {
      (rows + index * target).copyMemory(from: memory + row * stride, byteCount: stride)
    }
    return there.count
  }

  /// Gives the part's memory back to the thread: all of it has been copied.
  package func finishPart() {
    monitor.withLock {
      claimed = nil
      count = 0
      monitor.notify()
    }
  }

  /// Whether the file ended before the part did.
  package var isCut: Bool { monitor.withLock { hasMetEnd } }

  /// Ends the thread; nothing of the file is read any more when this returns.
  package func stop() {
    monitor.withLock {
      isStopped = true
      monitor.notify()
      while hasThread { monitor.wait() }
    }
  }

  // MARK: The thread's side

  private enum Task {
    case pass(rows: Int)
    case decode(rows: Range<Int>)
  }

  private func run(_ begin: () throws(CodecError) -> JPEGReader) {
    do throws(CodecError) {
      let reader = try begin()
      // Before a part is claimed: without it the first thread decodes all rows.
      guard let memory = malloc(min(mostRows, wanted.count) * stride) else {
        throw CodecError.noMemory
      }
      self.memory = memory
      var row = 0
      while let task = nextTask(at: row) {
        switch task {
        case .pass(let rows):
          try reader.skipRows(rows)
          row += rows
        case .decode(let rows):
          try decode(rows, by: reader, into: memory)
          row = rows.upperBound
        }
      }
    } catch {
      monitor.withLock { failure = error }
    }
    monitor.withLock {
      hasThread = false
      monitor.notify()
    }
  }

  /// What is to be done where the thread stands; `nil` at the end.
  private func nextTask(at row: Int) -> Task? {
    monitor.withLock {
      while !isStopped {
        let left = wanted.upperBound - row
        let share = min(mostRows, left)
        if row < max(taken, lastEnd) + share {
          // libjpeg can't pass over a picture's last row.
          return rowsPerStep < left ? .pass(rows: rowsPerStep) : nil
        }
        if claimed == nil {
          claimed = row..<row + share
          lastEnd = row + share
          return .decode(rows: row..<row + share)
        }
        monitor.wait()
      }
      return nil
    }
  }

  private func decode(
    _ rows: Range<Int>, by reader: JPEGReader, into memory: UnsafeMutableRawPointer
  ) throws(CodecError) {
    var done = 0
    while done < rows.count {
      let got = try reader.readRows(
        into: memory + done * stride, stride: stride,
        count: min(Self.rowsPerCall, rows.count - done))
      guard got > 0 else { throw Self.tooFewRows }
      done += got
      let isEnough = monitor.withLock {
        count = done
        hasMetEnd = reader.isCut
        monitor.notify()
        return isStopped
      }
      if isEnough { return }
    }
  }
}

import DecoderProtocol
import Geometry
import Glibc
import Platform
import Resampling

/// A buffer in which libjxl's threads put pieces of rows in any order, and from which whole rows
/// are taken in order.
///
/// Rows are held in bands, from a band's first piece until its last row has been taken. In most
/// files groups of 256 rows come from the top, so there are only a few bands. Threads that are far
/// ahead wait; in a file with another order the whole picture is held.
// @unchecked Sendable: `monitor` guards everything except constants. Several threads write to
// separate pixels of a band's memory, and the serving thread reads it after all of them have
// finished.
final class JXLRows: JXLSink, @unchecked Sendable {
  private struct Band {
    var bytes: UnsafeMutableRawPointer
    /// The number of missing pixels.
    var missing: Int
    /// The number of writing threads.
    var writers = 0
    var isWhole: Bool { missing <= 0 && writers == 0 }
  }

  /// Rows per band.
  private static let bandRows = 64
  /// The number of bands by which threads may be ahead of the reader: three groups.
  private static let mostAhead = 12

  /// The picture's size in pixels.
  let size: PixelSize
  /// The wanted rows.
  let wanted: Range<Int>
  private let samples: JXLSamples
  private let rowBytes: Int

  private let monitor = ConditionLock()
  private var bands: [Band?]
  private var spare: [UnsafeMutableRawPointer] = []
  private var nextRow: Int
  private var hasPixels = false
  private var isAborted = false
  private var isEnded = false
  private var words: String?
  private var failure: CodecError?

  /// A buffer for some rows of a picture of this size.
  init(size: PixelSize, wanted: Range<Int>, format: RowFormat) {
    self.size = size
    self.wanted = wanted
    samples = JXLSamples(format: format)
    rowBytes = size.width * format.bytesPerPixel
    bands = Array(repeating: nil, count: dividedRoundingUp(size.height, by: Self.bandRows))
    nextRow = wanted.lowerBound
  }

  deinit { drop() }

  /// Frees all memory.
  private func drop() {
    for band in bands { free(band?.bytes) }
    for bytes in spare { free(bytes) }
    bands = []
    spare = []
  }

  /// True if samples have more than 8 bits.
  var isDeep: Bool { samples.format.depth > 8 }

  /// The number of channels passed to `put`.
  var channelsIn: Int { samples.channelsIn }

  // MARK: libjxl's threads

  /// Takes a piece of a row; unwanted ones are dropped.
  func put(x: Int, y: Int, count: Int, _ numbers: UnsafePointer<Float>) {
    guard (0..<size.height).contains(y), x >= 0, count > 0, count <= size.width,
      x <= size.width - count
    else { return }
    let index = y / Self.bandRows
    guard let bytes = monitor.withLock({ beginWriting(y) }) else { return }
    let row = bytes + (y - index * Self.bandRows) * rowBytes
    samples.convert(numbers, pixels: count, to: row + x * samples.format.bytesPerPixel)
    monitor.withLock { endWriting(index, pixels: count) }
  }

  private func beginWriting(_ y: Int) -> UnsafeMutableRawPointer? {
    hasPixels = true
    guard wanted.contains(y) else { return nil }
    let index = y / Self.bandRows
    while !isAborted, index > front + Self.mostAhead, isReady {
      monitor.wait()
    }
    // Rows that have been taken don't come again, except flushed ones.
    guard !isAborted, bands.indices.contains(index), index >= front else { return nil }
    if bands[index] == nil {
      guard let bytes = spare.popLast() ?? calloc(Self.bandRows, rowBytes) else {
        isAborted = true
        failure = CodecError(.tooLarge, "there is not enough memory for the picture")
        return nil
      }
      let first = index * Self.bandRows
      let rows = (first..<min(first + Self.bandRows, size.height)).clamped(to: wanted)
      bands[index] = Band(bytes: bytes, missing: rows.count * size.width)
    }
    bands[index]?.writers += 1
    return bands[index]?.bytes
  }

  private func endWriting(_ index: Int, pixels: Int) {
    bands[index]?.writers -= 1
    bands[index]?.missing -= pixels
    if index == front, isReady { monitor.notify() }
  }

  private var front: Int { min(nextRow / Self.bandRows, bands.count - 1) }

  /// True if the next rows can be taken.
  private var isReady: Bool { bands.indices.contains(front) && bands[front]?.isWhole == true }

  // MARK: The decoding thread

  /// True once any pixels have arrived.
  var isStarted: Bool { monitor.withLock { hasPixels } }

  /// True once the rows are no longer wanted.
  var isUnwanted: Bool { monitor.withLock { isAborted } }

  /// Sets the reason why later rows are incomplete.
  func say(missing words: String) { monitor.withLock { self.words = words } }

  /// Signals the end, with an error if nothing can be shown.
  func end(_ failure: CodecError? = nil) {
    monitor.withLock {
      if self.failure == nil { self.failure = failure }
      isEnded = true
      if isAborted { drop() }
      monitor.notify()
    }
  }

  // MARK: The serving thread

  /// Signals that the rows are no longer wanted.
  func abort() {
    monitor.withLock {
      isAborted = true
      // Until libjxl has ended, its threads may be writing to the bands.
      if isEnded { drop() }
      monitor.notify()
    }
  }

  /// Why some of the rows are not from the file; `nil` while all are.
  var missing: String? { monitor.withLock { words } }

  /// True if no row has been taken yet.
  var isUntouched: Bool { monitor.withLock { nextRow == wanted.lowerBound && !isAborted } }

  /// Copies up to `most` of the next rows, `stride` bytes apart; 0 if none arrived within 10 ms.
  func take(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let outcome = monitor.withLock { () -> Result<Bool, CodecError> in
      if !isReady, !isEnded, failure == nil { monitor.wait(seconds: 0.01) }
      if let failure { return .failure(failure) }
      return .success(isReady || isEnded)
    }
    guard try outcome.get(), nextRow < wanted.upperBound else { return 0 }
    let first = front * Self.bandRows
    let end = min(first + Self.bandRows, wanted.upperBound)
    let count = min(most, end - nextRow)
    // No thread writes to a complete band, or to any once decoding has ended.
    let bytes = monitor.withLock { bands[front]?.bytes }
    for row in 0..<count {
      if let bytes {
        memcpy(rows + row * stride, bytes + (nextRow - first + row) * rowBytes, rowBytes)
      } else {
        memset(rows + row * stride, 0, rowBytes)
      }
    }
    let isEmptied = nextRow + count == end
    // A reused band must be blank, as pieces of it may never arrive.
    if isEmptied, let bytes { memset(bytes, 0, Self.bandRows * rowBytes) }
    monitor.withLock {
      if isEmptied {
        bands[front] = nil
        if let bytes { spare.append(bytes) }
      }
      nextRow += count
      monitor.notify()
    }
    return count
  }

  /// The share of the wanted rows that have been taken, 0 to 1.
  var progress: Double {
    let taken = monitor.withLock { nextRow - wanted.lowerBound }
    return Double(taken) / Double(max(wanted.count, 1))
  }
}

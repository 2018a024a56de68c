import DecoderKit
import DecoderProtocol
import JPEGReading
import Platform

/// The coefficients of a multi-scan picture, parsed on a thread of their own.
///
/// Parsing continues while a pass holds the object. After the pass it pauses until the next one, so
/// that the picture reuses the preview's work, and frees its memory after a timeout.
final class JPEGScans: @unchecked Sendable {
  // @unchecked Sendable: `monitor` guards all state except the reader, which belongs to the thread
  // until everything is parsed, and then to the holder.
  private let monitor = ConditionLock()
  /// The expected shape.
  let shape: RowShape
  private let unitsPerStep: Int
  private var reader: JPEGReader?
  private var use = Use.held
  private var hasThread: Bool
  private var isRead = false
  private var hasRows = false
  private var firstMeans: JPEGMeans?
  private var failure: CodecError?
  private var offset = 0

  private enum Use {
    case held
    case spare(since: Double)
    case ended
  }

  /// Seconds after which an unused object frees its memory.
  private static let idleDuration = 1.0

  /// Starts to parse a picture of a shape; without a thread, callers that wait do the parsing.
  init(
    _ input: PictureInput, like shape: RowShape, pixelsPerStep: Int, isThreaded: Bool
  ) throws(CodecError) {
    let reader = try JPEGReader(input, .again(shape), withMetadata: false)
    self.shape = shape
    let layout = try reader.start(eighths: 8, columns: 0..<Int(reader.header.width))
    self.reader = reader
    unitsPerStep = max(1, pixelsPerStep / max(1, Int(layout.width) * Int(layout.unit_height)))
    hasThread = isThreaded
    guard isThreaded else { return }
    do throws(Errno) {
      _ = try Thread(name: "scans") { self.run() }
    } catch {
      hasThread = false
    }
  }

  // MARK: The holder

  /// Takes over an object that another pass has released; returns false if it is gone.
  func hold() -> Bool {
    monitor.withLock {
      guard case .spare = use else { return false }
      use = .held
      monitor.notify()
      return true
    }
  }

  /// Keeps the object for another pass for a while; returns false if that is not possible.
  func release() -> Bool {
    monitor.withLock {
      guard hasThread, failure == nil, case .held = use else { return false }
      use = .spare(since: MonotonicClock.now())
      monitor.notify()
      return true
    }
  }

  /// Frees the memory; the file is not read any more once this returns.
  func end() {
    monitor.withLock {
      use = .ended
      monitor.notify()
      while hasThread { monitor.wait() }
      reader = nil
    }
  }

  /// Waits briefly for the picture at an eighth of its size; `nil` if it is not there yet.
  func means() throws(CodecError) -> JPEGMeans? { try waited { firstMeans } }

  /// Waits briefly for a reader of the picture's rows from the top; `nil` if it is not there yet.
  func rows() throws(CodecError) -> JPEGReader? {
    guard let reader = try waited({ isRead ? reader : nil }) else { return nil }
    if hasRows, try !reader.rewind(units: unitsPerStep) { return nil }
    hasRows = true
    return reader
  }

  /// Bytes read from the file.
  var bytesRead: Int { monitor.withLock { offset } }

  private func waited<Value>(_ value: () -> Value?) throws(CodecError) -> Value? {
    let isOwn = monitor.withLock { !hasThread && failure == nil && value() == nil && !isRead }
    if isOwn { step() }
    let outcome = monitor.withLock { () -> Result<Value?, CodecError> in
      if hasThread, failure == nil, value() == nil { monitor.wait(seconds: 0.01) }
      if let value = value() { return .success(value) }
      if let failure { return .failure(failure) }
      return isRead ? .failure(CodecError(.other, "the picture has no preview")) : .success(nil)
    }
    return try outcome.get()
  }

  // MARK: Reading

  private func run() {
    while waitUntilHeld() { step() }
    monitor.withLock {
      reader = nil
      hasThread = false
      monitor.notify()
    }
  }

  /// Sleeps until a holder needs more to be parsed; returns false at the end.
  private func waitUntilHeld() -> Bool {
    monitor.withLock {
      while true {
        switch use {
        case .ended: return false
        case .held:
          if !isRead, failure == nil { return true }
          monitor.wait()
        case .spare(let since):
          let left = since + Self.idleDuration - MonotonicClock.now()
          if left <= 0 {
            use = .ended
            return false
          }
          monitor.wait(seconds: left)
        }
      }
    }
  }

  private func step() {
    guard let reader else { return }
    var means: JPEGMeans?
    var isReady = false
    var failure: CodecError?
    do throws(CodecError) {
      isReady = try reader.prepare(units: unitsPerStep)
      if !isReady, reader.hasMeans, firstMeans == nil { means = try JPEGMeans(reader) }
    } catch {
      failure = error
    }
    monitor.withLock {
      offset = reader.offset
      if let means { firstMeans = means }
      isRead = isReady
      self.failure = failure
      monitor.notify()
    }
  }
}

/// The scans that a decoder's last pass has released.
///
/// A decoder has one, which all its codecs use, on the serving thread.
final class SpareScans {
  private var spare: (input: PictureInput, scans: JPEGScans)?

  /// The scans of a file with this shape that another pass has released, or new ones from `begin`.
  func take(
    of input: PictureInput, like shape: RowShape, _ begin: () throws(CodecError) -> JPEGScans
  ) throws(CodecError) -> JPEGScans {
    let known = spare
    spare = nil
    if let known {
      if known.input == input, known.scans.shape == shape, known.scans.hold() { return known.scans }
      known.scans.end()
    }
    return try begin()
  }

  /// Keeps a pass's scans, except for pictures in the arena, whose bytes change.
  func give(_ scans: JPEGScans, of input: PictureInput) {
    guard input.end < 0, scans.release() else { return scans.end() }
    spare?.scans.end()
    spare = (input, scans)
  }
}

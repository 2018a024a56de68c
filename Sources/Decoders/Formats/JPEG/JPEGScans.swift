import DecoderKit
import DecoderProtocol
import JPEGReading
import Platform

/// The coefficients of a picture with several scans, read on a thread of their own.
///
/// A pass holds them; meanwhile they are read on. What the last pass has let go waits a moment for
/// the next one, unread, and then gives its memory back: so the preview costs the picture nothing.
final class JPEGScans: @unchecked Sendable {
  // Sendable without a check: all that changes is guarded by `monitor`, but the reader, which
  // belongs to the thread until everything is read, and then to who holds this.
  private let monitor = ConditionLock()
  /// What they were read for.
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

  /// Seconds that nobody may hold them.
  private static let patience = 1.0

  /// Begins to read a picture of a shape; without a thread, as whoever waits for it asks.
  init(
    _ input: PictureInput, like shape: RowShape, pixelsPerStep: Int, isThreaded: Bool
  ) throws(CodecError) {
    let reader = try JPEGReader(input, withMetadata: false, like: shape)
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

  // MARK: Who holds them

  /// Takes what another pass has let go; false where it is gone.
  func hold() -> Bool {
    monitor.withLock {
      guard case .spare = use else { return false }
      use = .held
      monitor.notify()
      return true
    }
  }

  /// Keeps them a moment for another pass; false where that can't be.
  func letGo() -> Bool {
    monitor.withLock {
      guard hasThread, failure == nil, case .held = use else { return false }
      use = .spare(since: MonotonicClock.now())
      monitor.notify()
      return true
    }
  }

  /// Gives the memory back; nothing of the file is read any more when this returns.
  func end() {
    monitor.withLock {
      use = .ended
      monitor.notify()
      while hasThread { monitor.wait() }
      reader = nil
    }
  }

  /// The picture at an eighth of its size, waited for a moment; `nil` while it is not there.
  func means() throws(CodecError) -> JPEGMeans? { try waited { firstMeans } }

  /// A reader of the picture's rows from the top, waited for a moment; `nil` while there are none.
  func rows() throws(CodecError) -> JPEGReader? {
    guard let reader = try waited({ isRead ? reader : nil }) else { return nil }
    if hasRows, try !reader.rewind(units: unitsPerStep) { return nil }
    hasRows = true
    return reader
  }

  /// Bytes of the file that have been read.
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

  /// Whether there is more to be read for somebody; sleeps while nobody holds them.
  private func waitUntilHeld() -> Bool {
    monitor.withLock {
      while true {
        switch use {
        case .ended: return false
        case .held:
          if !isRead, failure == nil { return true }
          monitor.wait()
        case .spare(let since):
          let left = since + Self.patience - MonotonicClock.now()
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

/// The scans that a decoder's last pass has let go.
///
/// A decoder has one, which its codecs are made with. It belongs to the serving thread.
final class SpareScans {
  private var spare: (input: PictureInput, scans: JPEGScans)?

  /// What another pass has let go of a file whose picture has a shape, or what `begin` makes.
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

  /// Keeps what a pass has done with, but of pictures in the arena: their bytes change.
  func give(_ scans: JPEGScans, of input: PictureInput) {
    guard input.end < 0, scans.letGo() else { return scans.end() }
    spare?.scans.end()
    spare = (input, scans)
  }
}

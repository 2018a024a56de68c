import DecoderProtocol
import Platform
import Synchronization

/// The progress of a library's long call: written on its thread, read on another.
package final class DecodingProgress: Sendable {
  private let parts = Atomic<Int>(0)
  private static let whole = 65536.0

  /// No progress yet.
  package init() {}

  /// From 0 to 1; it never decreases.
  package var fraction: Double {
    get { Double(parts.load(ordering: .relaxed)) / Self.whole }
    set { parts.max(Int(min(max(newValue, 0), 1) * Self.whole), ordering: .relaxed) }
  }
}

/// A library's long call on its own thread.
///
/// Meanwhile the pass handles the viewer's messages and reports progress: the viewer kills a
/// decoder that is silent for ten seconds, and 100-megapixel phone pictures take longer than that
/// on a slow machine. The call can't be interrupted; a cancelled one runs to its end.
package final class BackgroundDecoding<Picture: AnyObject & Sendable>: @unchecked Sendable {
  // @unchecked Sendable: `monitor` guards `outcome`.
  private let monitor = ConditionLock()
  private var outcome: Result<Picture, CodecError>?
  private let told = DecodingProgress()

  /// Progress from 0 to 1, as far as `decode` reports it.
  package var progress: Double { told.fraction }

  /// Libraries expect the system's default stack of 8 MiB.
  private static var stackBytes: Int { 8 << 20 }

  /// Starts `decode` on a thread; if none can be started, runs it here.
  package init(
    _ decode: @escaping @Sendable (DecodingProgress) throws(CodecError) -> Picture
  ) {
    do throws(Errno) {
      _ = try Thread(name: "decode", stackSize: Self.stackBytes) { self.run(decode) }
    } catch {
      run(decode)
    }
  }

  private func run(_ decode: (DecodingProgress) throws(CodecError) -> Picture) {
    let outcome = Result { () throws(CodecError) in try decode(told) }
    monitor.withLock {
      self.outcome = outcome
      monitor.notify()
    }
  }

  /// Waits a few milliseconds for the decoded picture; `nil` while decoding continues.
  ///
  /// Between calls the caller can do something else.
  package func picture() throws(CodecError) -> Picture? {
    let outcome = monitor.withLock {
      if self.outcome == nil { monitor.wait(seconds: 0.01) }
      return self.outcome
    }
    return try outcome?.get()
  }
}

/// The running and finished decodings of one file, shared by its passes.
///
/// A decoder has one, which all its codecs use, on the serving thread.
package final class SharedDecodings<Picture: AnyObject & Sendable> {
  private struct Place: Hashable {
    var input: PictureInput
    var frame: Int
  }

  private final class Weak {
    weak var decoding: BackgroundDecoding<Picture>?
    init(_ decoding: BackgroundDecoding<Picture>) { self.decoding = decoding }
  }

  private var known: [Place: Weak] = [:]

  /// No decoding yet.
  package init() {}

  /// Starts decoding a frame, or returns the decoding that another pass still holds.
  ///
  /// The memory is freed when the last pass releases it. Encoded pictures in the arena are never
  /// shared: their bytes change.
  package func decoding(
    of input: PictureInput, frame: Int = 0,
    _ decode: @escaping @Sendable (DecodingProgress) throws(CodecError) -> Picture
  ) -> BackgroundDecoding<Picture> {
    guard input.end < 0 else { return BackgroundDecoding(decode) }
    let place = Place(input: input, frame: frame)
    if let decoding = known[place]?.decoding { return decoding }
    let decoding = BackgroundDecoding(decode)
    known[place] = Weak(decoding)
    return decoding
  }
}

/// A pass over a picture that is decoded as a whole in the background and then delivered in rows.
///
/// `Rows` delivers the rows of a decoded picture.
package struct BackgroundPass<Picture: AnyObject & Sendable, Rows> {
  private let decoding: BackgroundDecoding<Picture>
  private var rows: Rows?
  private var next: Int
  private let end: Int

  /// A pass over the given rows, from the top.
  package init(_ decoding: BackgroundDecoding<Picture>, rows: Range<Int>) {
    self.decoding = decoding
    next = rows.lowerBound
    end = rows.upperBound
  }

  /// Delivers up to `most` rows and returns their number; 0 while the picture is being decoded.
  ///
  /// `begin` is called once, with the decoded picture. `copy` delivers rows from the start of its
  /// range and returns how many.
  package mutating func readRows(
    most: Int, begin: (Picture) throws(CodecError) -> Rows,
    copy: (Rows, Range<Int>) throws(CodecError) -> Int
  ) throws(CodecError) -> Int {
    guard let rows else {
      guard let picture = try decoding.picture() else { return 0 }
      rows = try begin(picture)
      return 0
    }
    let count = try copy(rows, next..<min(next + most, end))
    next += count
    return count
  }

  /// Progress, 0 to 1.
  ///
  /// Decoding is 90 % of it; not every library reports its progress.
  package var progress: Double {
    rows == nil ? 0.9 * decoding.progress : 0.9 + 0.1 * Double(next) / Double(max(1, end))
  }
}

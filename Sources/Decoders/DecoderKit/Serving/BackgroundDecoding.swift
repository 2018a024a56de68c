import DecoderProtocol
import Platform
import Synchronization

/// How far a library's one long call is, where something tells: said on its thread, read on
/// another.
package final class DecodingProgress: Sendable {
  private let parts = Atomic<Int>(0)
  private static let whole = 65536.0

  /// Nothing done.
  package init() {}

  /// From 0 to 1; it never falls.
  package var fraction: Double {
    get { Double(parts.load(ordering: .relaxed)) / Self.whole }
    set { parts.max(Int(min(max(newValue, 0), 1) * Self.whole), ordering: .relaxed) }
  }
}

/// A library's one long call, on a thread of its own.
///
/// Meanwhile the pass hears the viewer's wishes and tells progress: a decoder that is silent for
/// ten seconds is killed, and phones' pictures of 100 megapixels take longer than that on a slow
/// machine. Such calls can't be stopped; one that nobody waits for any more runs to its end.
package final class BackgroundDecoding<Picture: AnyObject & Sendable>: @unchecked Sendable {
  // Sendable without a check: `outcome` is guarded by `monitor`.
  private let monitor = ConditionLock()
  private var outcome: Result<Picture, CodecError>?
  private let told = DecodingProgress()

  /// How far it is, from 0 to 1, as far as `decode` says it.
  package var progress: Double { told.fraction }

  /// Libraries are used to the system's stacks of 8 MiB.
  private static var stackBytes: Int { 8 << 20 }

  /// Starts `decode` on a thread; where none can be had it runs here.
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

  /// What was decoded, waited for a moment; `nil` while it is still under way.
  ///
  /// A moment is some milliseconds, so that whoever waits can do something else in between.
  package func picture() throws(CodecError) -> Picture? {
    let outcome = monitor.withLock {
      if self.outcome == nil { monitor.wait(seconds: 0.01) }
      return self.outcome
    }
    return try outcome?.get()
  }
}

/// The decodings of one file that are under way or in use, so that two passes share one.
///
/// A decoder has one, which its codecs are made with. It belongs to the serving thread.
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

  /// The decoding of a frame, begun now unless another pass still holds it.
  ///
  /// The memory of what it made is free again when the last pass lets it go. Encoded pictures in
  /// the arena are never shared: their bytes change.
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

/// A pass over a picture that is decoded whole in the background, and then delivered in rows.
///
/// `Rows` is what turns a decoded picture into rows.
package struct BackgroundPass<Picture: AnyObject & Sendable, Rows> {
  private let decoding: BackgroundDecoding<Picture>
  private var rows: Rows?
  private var next: Int
  private let end: Int

  /// A pass over some rows, from the top.
  package init(_ decoding: BackgroundDecoding<Picture>, rows: Range<Int>) {
    self.decoding = decoding
    next = rows.lowerBound
    end = rows.upperBound
  }

  /// Delivers up to `most` rows and says how many; 0 while the picture is being decoded.
  ///
  /// `begin` is called once, with the decoded picture. `copy` delivers rows, from the first of
  /// those it is given on, and says how many.
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

  /// How much is done, 0 to 1.
  ///
  /// Decoding is nearly all of the work; not every library tells how far it is.
  package var progress: Double {
    rows == nil ? 0.9 * decoding.progress : 0.9 + 0.1 * Double(next) / Double(max(1, end))
  }
}

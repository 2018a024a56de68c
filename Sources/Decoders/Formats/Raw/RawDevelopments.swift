import DecoderKit
import DecoderProtocol
import Geometry
import Platform
import Synchronization

/// The running or finished development of a file, one at a time, since memory suffices for only
/// one.
///
/// A decoder has one, which all its codecs use, on the serving thread.
final class RawDevelopments {
  private var current: (place: Place, work: BackgroundDecoding<RawPicture>, stop: Stop)?
  private let turn = Turn()

  private struct Place: Hashable {
    var input: PictureInput
    var isHalf: Bool
  }

  /// Starts to develop a file, at full or half size, or returns the running development.
  ///
  /// Any other one is cancelled, and its memory is free before this one allocates. The brightness
  /// is matched to `embedded`.
  func picture(
    of input: PictureInput, _ size: PixelSize, shape: RowShape, isHalf: Bool,
    like embedded: EmbeddedPicture?
  ) -> BackgroundDecoding<RawPicture> {
    let place = Place(input: input, isHalf: isHalf)
    // Pictures in the arena are never kept: their bytes change.
    if let current, current.place == place, input.end < 0 { return current.work }
    release()
    let (stop, turn) = (Stop(), turn)
    let work = BackgroundDecoding<RawPicture> { (progress) throws(CodecError) in
      try turn.take { () throws(CodecError) in
        try RawPicture(input, size, like: shape, atHalfSize: isHalf) { fraction in
          progress.fraction = fraction
          return !stop.isAsked
        } brightness: { pixels in
          embedded.flatMap { turn.gain(of: pixels, like: $0) }
        }
      }
    }
    current = (place, work, stop)
    return work
  }

  /// Frees the memory, now or when LibRaw next checks for cancellation.
  func release() {
    current?.stop.ask()
    current = nil
  }
}

/// A cancellation flag for LibRaw.
private final class Stop: Sendable {
  private let flag = Atomic<Bool>(false)
  var isAsked: Bool { flag.load(ordering: .relaxed) }
  func ask() { flag.store(true, ordering: .relaxed) }
}

/// Allows one development at a time, and keeps the first one's gain for all later ones.
// @unchecked Sendable: `lock` guards `isTaken`, and its holder alone uses `known`.
private final class Turn: @unchecked Sendable {
  private let lock = ConditionLock()
  private var isTaken = false
  /// The gain, once it is known; it does not depend on the size.
  private var known: Float??

  func take<Value>(_ body: () throws(CodecError) -> Value) throws(CodecError) -> Value {
    lock.withLock {
      while isTaken { lock.wait() }
      isTaken = true
    }
    defer {
      lock.withLock {
        isTaken = false
        lock.notify()
      }
    }
    return try body()
  }

  func gain(of pixels: RawPixels, like embedded: EmbeddedPicture) -> Float? {
    if let known { return known }
    let gain = RawBrightness.gain(of: pixels, like: embedded)
    known = gain
    return gain
  }
}

import DecoderKit
import DecoderProtocol
import Geometry
import Platform
import Synchronization

/// What is being developed of a file, or has been and is in use: one thing at a time, as there is
/// memory for one only.
///
/// A decoder has one, which its codecs are made with. It belongs to the serving thread.
final class RawDevelopments {
  private var current: (place: Place, work: BackgroundDecoding<RawPicture>, stop: Stop)?
  private let turn = Turn()

  private struct Place: Hashable {
    var input: PictureInput
    var isHalf: Bool
  }

  /// The picture of a file, whole or at half of its size, begun now unless it is there.
  ///
  /// Anything else that is under way ends, and its memory is free before this takes any. `embedded`
  /// is what the picture should be as bright as.
  func picture(
    of input: PictureInput, _ size: PixelSize, shape: RowShape, isHalf: Bool,
    like embedded: EmbeddedPicture?
  ) -> BackgroundDecoding<RawPicture> {
    let place = Place(input: input, isHalf: isHalf)
    // Encoded pictures in the arena are never kept: their bytes change.
    if let current, current.place == place, input.end < 0 { return current.work }
    letGo()
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

  /// Gives the memory back, now or when LibRaw looks up.
  func letGo() {
    current?.stop.ask()
    current = nil
  }
}

/// Whether somebody wants LibRaw to stop.
private final class Stop: Sendable {
  private let flag = Atomic<Bool>(false)
  var isAsked: Bool { flag.load(ordering: .relaxed) }
  func ask() { flag.store(true, ordering: .relaxed) }
}

/// One development at a time, and what the first has found out for all others.
// Sendable without a check: `lock` guards `isTaken`, and who has taken it has `known` alone.
private final class Turn: @unchecked Sendable {
  private let lock = ConditionLock()
  private var isTaken = false
  /// Brightness does not change with the size.
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

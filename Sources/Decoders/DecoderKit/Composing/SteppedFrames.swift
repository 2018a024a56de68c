import DecoderProtocol
import Platform
import Synchronization

/// The frames of an animation that a library puts together itself, each from the one before it.
///
/// The library's decoder stays where it is between passes. Each frame is decoded on a thread of
/// its own, one at a time; one that nobody waits for any more by its turn is left out. It belongs
/// to the serving thread.
package final class SteppedFrames<Picture: AnyObject & Sendable> {
  private let decode: @Sendable (Int, DecodingProgress) throws(CodecError) -> Picture
  private let turn = FrameTurn()
  private var newest: (frame: Int, decoding: BackgroundDecoding<Picture>)?

  /// Frames that `decode` gives, in any order, to one thread at a time.
  ///
  /// What it made of the frame before may change with the next.
  package init(
    _ decode: @escaping @Sendable (Int, DecodingProgress) throws(CodecError) -> Picture
  ) {
    self.decode = decode
  }

  /// The decoding of a frame, begun now unless it is the one that was asked for last.
  package func decoding(of frame: Int) -> BackgroundDecoding<Picture> {
    if let newest, newest.frame == frame { return newest.decoding }
    let (decode, turn) = (decode, turn)
    let number = turn.next()
    let decoding = BackgroundDecoding<Picture> { (progress) throws(CodecError) in
      try turn.take(number) { () throws(CodecError) in try decode(frame, progress) }
    }
    newest = (frame, decoding)
    return decoding
  }
}

/// Whose turn it is to decode a frame.
private final class FrameTurn: Sendable {
  private let newest = Atomic<Int>(0)
  private let lock = ConditionLock()

  /// The number of another frame; those before it are wanted no more.
  func next() -> Int { newest.add(1, ordering: .relaxed).newValue }

  /// Decodes a frame once the one before it is through.
  func take<Picture>(
    _ number: Int, _ decode: () throws(CodecError) -> Picture
  ) throws(CodecError) -> Picture {
    let outcome = lock.withLock { () -> Result<Picture, CodecError> in
      guard newest.load(ordering: .relaxed) == number else {
        return .failure(CodecError(.other, "another frame is wanted"))
      }
      return Result { () throws(CodecError) in try decode() }
    }
    return try outcome.get()
  }
}

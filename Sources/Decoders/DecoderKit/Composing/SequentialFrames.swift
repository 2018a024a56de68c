import DecoderProtocol
import Platform
import Synchronization

/// The frames of an animation that a library composes itself, each from the one before.
///
/// The library's decoder keeps its state between passes. Each frame is decoded on its own thread,
/// one at a time; a frame that is superseded before its turn is skipped. Use it on the serving
/// thread.
package final class SequentialFrames<Picture: AnyObject & Sendable> {
  private let decode: @Sendable (Int, DecodingProgress) throws(CodecError) -> Picture
  private let turn = FrameDecodingLock()
  private var newest: (frame: Int, decoding: BackgroundDecoding<Picture>)?

  /// Frames from `decode`, which is called in any order, on one thread at a time.
  ///
  /// Decoding the next frame may overwrite the result of the one before.
  package init(
    _ decode: @escaping @Sendable (Int, DecodingProgress) throws(CodecError) -> Picture
  ) {
    self.decode = decode
  }

  /// Starts to decode a frame, or returns the running decoding if it was the last one requested.
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

/// Serialises the decoding of frames.
private final class FrameDecodingLock: Sendable {
  private let newest = Atomic<Int>(0)
  private let lock = ConditionLock()

  /// Returns the next frame's number, which cancels those before it.
  func next() -> Int { newest.add(1, ordering: .relaxed).newValue }

  /// Decodes a frame once the one before it is done.
  func take<Picture>(
    _ number: Int, _ decode: () throws(CodecError) -> Picture
  ) throws(CodecError) -> Picture {
    let outcome = lock.withLock { () -> Result<Picture, CodecError> in
      guard newest.load(ordering: .relaxed) == number else {
        return .failure(CodecError(.other, "another frame was requested"))
      }
      return Result { () throws(CodecError) in try decode() }
    }
    return try outcome.get()
  }
}

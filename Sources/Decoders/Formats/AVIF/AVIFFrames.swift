import DecoderKit
import DecoderProtocol

/// libavif's decoder of a sequence, which goes from frame to frame.
///
/// The next one is decoded from the one before; for any other libavif begins at the key frame
/// before it.
// Sendable without a check: one thread at a time uses it, as `SteppedFrames` has it; planes are
// read when no other frame is being decoded.
final class AVIFFrames: @unchecked Sendable {
  private let file: AVIFFile

  init(_ file: AVIFFile) { self.file = file }

  /// The planes of a frame, until another is decoded.
  func picture(of frame: Int) throws(CodecError) -> AVIFPicture {
    try AVIFPicture(file, frame: frame)
  }
}

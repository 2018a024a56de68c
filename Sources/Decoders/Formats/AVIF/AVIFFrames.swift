import DecoderKit
import DecoderProtocol

/// libavif's decoder of a sequence.
///
/// Each frame is decoded from the one before; after a jump libavif starts at the preceding key
/// frame.
// @unchecked Sendable: `SequentialFrames` ensures that one thread at a time uses it, and that
// planes are read while no other frame is being decoded.
final class AVIFFrames: @unchecked Sendable {
  private let file: AVIFFile

  init(_ file: AVIFFile) { self.file = file }

  /// A frame's planes, valid until another is decoded.
  func picture(of frame: Int) throws(CodecError) -> AVIFPicture {
    try AVIFPicture(file, frame: frame)
  }
}

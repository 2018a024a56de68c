import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes the frames of an animated JPEG XL file, one after the other.
final class JXLAnimationCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let frames: SequentialFrames<JXLFrames>
  private var pass: BackgroundPass<JXLFrames, JXLFrames>?

  /// Below this many pixels another thread costs more than it saves.
  private static let fewPixels = 300_000

  /// The frames of a file whose header has been read.
  init(_ input: PictureInput, _ header: JXLHeader) throws(CodecError) {
    self.header = header.picture
    let isThreaded = (header.picture.size.area ?? 0) >= Self.fewPixels
    let decoder = try JXLFrames(input, header, isThreaded: isThreaded)
    frames = SequentialFrames { (frame, progress) throws(CodecError) in
      try decoder.decode(frame, progress)
      return decoder
    }
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = BackgroundPass(frames.decoding(of: request.frame), rows: request.rows)
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    try pass?.readRows(into: target, stride: stride, most: most) { picture in
      missing = missing ?? picture.missing
    } ?? 0
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() { pass = nil }
}

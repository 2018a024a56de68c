import DecoderProtocol

/// The codec of a format whose library decodes a picture in one long call.
///
/// The picture is decoded on its own thread (`BackgroundDecoding`); concurrent passes share it.
package final class WholePictureCodec<Picture: WholePicture>: PictureCodec {
  package let header: PictureHeader
  package private(set) var missing: String?
  package private(set) var headroom: Double?
  private let begin: (_ frame: Int) -> BackgroundDecoding<Picture>
  private var pass: BackgroundPass<Picture, Picture>?

  /// A codec for one frame of a file whose header has been read; `decode` makes the long call.
  ///
  /// `header` describes the rows of the decoded picture. `decode` reuses the data that the header
  /// came from, or reads it again and checks its `RowShape`. It must throw if the picture's size
  /// differs from the header's.
  package init(
    _ header: PictureHeader, of input: PictureInput, frame: Int = 0,
    sharing decodings: SharedDecodings<Picture>,
    _ decode: @escaping @Sendable (DecodingProgress) throws(CodecError) -> Picture
  ) {
    var header = header
    header.sharesDecoding = true
    self.header = header
    begin = { _ in decodings.decoding(of: input, frame: frame, decode) }
  }

  /// A codec for an animation, whose frames are decoded one after the other.
  package init(_ header: PictureHeader, of frames: SequentialFrames<Picture>) {
    self.header = header
    begin = { frames.decoding(of: $0) }
  }

  package func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = BackgroundPass(begin(request.frame), rows: request.rows)
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  package func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    try pass?.readRows(into: target, stride: stride, most: most) { picture in
      missing = picture.missing
      headroom = picture.headroom
    } ?? 0
  }

  package var passProgress: Double { pass?.progress ?? 1 }

  package func endPass() { pass = nil }
}

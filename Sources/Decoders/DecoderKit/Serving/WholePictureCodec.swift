import DecoderProtocol

/// The codec of a format whose library decodes a picture in one long call.
///
/// The picture is decoded on a thread of its own (`BackgroundDecoding`); passes that run side by
/// side share it.
package final class WholePictureCodec<Picture: WholePicture>: PictureCodec {
  package let header: PictureHeader
  package private(set) var missing: String?
  package private(set) var headroom: Double?
  private let begin: () -> BackgroundDecoding<Picture>
  private var pass: BackgroundPass<Picture, Picture>?

  /// A codec of one frame of a file whose header has been read; `decode` does the long call.
  ///
  /// `header` describes the rows that the picture gives. `decode` uses what the header was made of,
  /// or reads that again and checks its `RowShape`. It must throw where the picture turns out to be
  /// of another size than the header said.
  package init(
    _ header: PictureHeader, of input: PictureInput, frame: Int = 0,
    sharing decodings: SharedDecodings<Picture>,
    _ decode: @escaping @Sendable (DecodingProgress) throws(CodecError) -> Picture
  ) {
    var header = header
    header.sharesDecoding = true
    self.header = header
    begin = { decodings.decoding(of: input, frame: frame, decode) }
  }

  package func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = BackgroundPass(begin(), rows: request.rows)
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width)
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

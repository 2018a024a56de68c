import DecoderKit
import DecoderProtocol

/// Decodings that are under way or in use, of all formats.
// Not isolated: only the serving thread makes codecs, and only it asks for decodings.
nonisolated(unsafe) private let sharedDecodings = SharedDecodings<DecodedPicture>()

extension WholePictureCodec<DecodedPicture> {
  /// A codec of a picture that `decode` makes as a whole, in the background.
  convenience init(
    _ header: PictureHeader, of input: PictureInput, page: Int = 0,
    _ decode: @escaping @Sendable (DecodingProgress) throws(CodecError) -> DecodedPicture
  ) {
    self.init(header, of: input, frame: page, sharing: sharedDecodings, decode)
  }
}

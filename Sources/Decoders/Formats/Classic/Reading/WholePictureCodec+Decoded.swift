import DecoderKit
import DecoderProtocol

/// The shared decodings of all formats.
// Not isolated: only the serving thread creates codecs and requests decodings.
nonisolated(unsafe) private let sharedDecodings = SharedDecodings<DecodedPicture>()

extension WholePictureCodec<DecodedPicture> {
  /// A codec for a picture that `decode` decodes as a whole, in the background.
  convenience init(
    _ header: PictureHeader, of input: PictureInput, page: Int = 0,
    _ decode: @escaping @Sendable (DecodingProgress) throws(CodecError) -> DecodedPicture
  ) {
    self.init(header, of: input, frame: page, sharing: sharedDecodings, decode)
  }
}

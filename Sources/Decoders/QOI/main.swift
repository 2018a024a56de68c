import DecoderKit
import DecoderProtocol

let decodings = SharedDecodings<QOIPicture>()
// The header has no number of its own: it is that of the format.
Decoder.serve(library: "libqoi", version: "1.0") { (input) throws(CodecError) in
  let header = try QOIHeader(input)
  return WholePictureCodec(try header.picture, of: input, sharing: decodings) {
    (_) throws(CodecError) in try QOIPicture(input, header)
  }
}

import DecoderKit
import DecoderProtocol

let decodings = SharedDecodings<HDRPicture>()
// The library says no number of its own; this is the one that its functions are those of.
Decoder.serve(library: "stb_image", version: "2.27") { (input) throws(CodecError) in
  let header = try HDRReader(input).header()
  return WholePictureCodec(header, of: input, sharing: decodings) {
    (_) throws(CodecError) in try HDRPicture(HDRReader(input), header)
  }
}

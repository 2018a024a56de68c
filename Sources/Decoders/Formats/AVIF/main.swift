import CAVIF
import DecoderKit
import DecoderProtocol

let decodings = SharedDecodings<AVIFPicture>()
Decoder.serve(library: "libavif", version: String(cString: avifVersion())) {
  (input) throws(CodecError) in
  try AVIFCodec(input, decodings: decodings)
}

import CJP2
import DecoderKit
import DecoderProtocol

let decodings = SharedDecodings<JP2Picture>()
Decoder.serve(library: "openjpeg", version: String(cString: opj_version())) {
  (input) throws(CodecError) in
  try JP2Codec(input, decodings: decodings)
}

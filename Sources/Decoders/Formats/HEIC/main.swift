import CHEIF
import DecoderKit
import DecoderProtocol

// Load plug-in codecs now, while files are accessible.
_ = heif_init(nil)
let decodings = SharedDecodings<HEICPicture>()
Decoder.serveFrames(library: "libheif", version: String(cString: heif_get_version())) {
  (input, page) throws(CodecError) in
  try HEICCodec(input, page: page, decodings: decodings)
}

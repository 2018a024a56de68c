import CHEIF
import DecoderKit
import DecoderProtocol

// Where codecs are plug-ins they are loaded now, while there are files.
_ = heif_init(nil)
let decodings = SharedDecodings<HEICPicture>()
Decoder.serveFrames(library: "libheif", version: String(cString: heif_get_version())) {
  (input, page) throws(CodecError) in
  try HEICCodec(input, page: page, decodings: decodings)
}

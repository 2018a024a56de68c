import CEXR
import DecoderKit
import DecoderProtocol

Decoder.serveFrames(library: "OpenEXR", version: String(cString: fresnel_exr_version())) {
  (input, page) throws(CodecError) in
  try EXRCodec(input, page: page)
}

import CAVIF
import DecoderKit
import DecoderProtocol

let decodings = SharedDecodings<AVIFPicture>()
Decoder.serveFrames(library: "libavif", version: String(cString: avifVersion())) {
  (input, frame) throws(CodecError) in
  try AVIFCodec(input, frame: frame, decodings: decodings)
}

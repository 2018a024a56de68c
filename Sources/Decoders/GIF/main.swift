import CGIF
import DecoderKit
import DecoderProtocol

let version = "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"
Decoder.serveFrames(library: "giflib", version: version) { (input, frame) throws(CodecError) in
  try GIFCodec(input, frame: frame)
}

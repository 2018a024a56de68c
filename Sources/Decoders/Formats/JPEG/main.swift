import CJPEG
import DecoderKit
import DecoderProtocol

let version = String(cString: fresnel_jpeg_library_version())
let spare = SpareScans()
Decoder.serve(library: "libjpeg-turbo", version: version) { input throws(CodecError) in
  try JPEGCodec(input, spare: spare)
}

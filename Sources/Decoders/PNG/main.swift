import CPNG
import DecoderKit
import DecoderProtocol

let version = String(cString: fresnel_png_library_version())
Decoder.serve(library: "libpng", version: version) { input throws(DecodeFailure) in
  try PNGCodec(input)
}

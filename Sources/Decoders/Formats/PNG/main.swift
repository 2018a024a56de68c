import CPNG
import DecoderKit
import DecoderProtocol

let version = String(cString: fresnel_png_library_version())
Decoder.serve(library: "libpng", version: version) { (input) throws(CodecError) in
  if let animation = APNGAnimation(of: input), !animation.isStill {
    return try animation.composed(in: input)
  }
  return try PNGCodec(input)
}

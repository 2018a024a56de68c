import CPNG
import DecoderKit
import DecoderProtocol

let version = String(cString: fresnel_png_library_version())
Decoder.serveFrames(library: "libpng", version: version) { (input, frame) throws(CodecError) in
  let animation = APNGAnimation(of: input)
  if let animation, frame > 0 || !animation.beginsWithPicture {
    return try APNGCodec(input, animation, frame: frame)
  }
  guard frame == 0 else { throw CodecError(.other, "the file has one picture only") }
  return try PNGCodec(input, frameCount: animation?.frames.count ?? 1)
}

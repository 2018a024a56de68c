import CGIF
import DecoderKit
import DecoderProtocol

let version = "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"
Decoder.serve(library: "giflib", version: version) { (input) throws(CodecError) in
  let file = try GIFFile(input)
  if file.frames.isEmpty { return GIFEmptyCodec(size: file.size) }
  return try file.isStill ? GIFCodec(file, in: input) : file.composed(in: input)
}

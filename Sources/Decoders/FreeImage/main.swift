import CFreeImage
import DecoderKit
import DecoderProtocol

// Its own formats only: what else it could load is not for this process.
FreeImage_Initialise(1)
let decodings = SharedDecodings<FreeImagePicture>()
Decoder.serveFrames(library: "FreeImage", version: String(cString: FreeImage_GetVersion())) {
  (input, page) throws(CodecError) in
  let layout = try FreeImageLayout(input, page: page)
  return WholePictureCodec(try layout.header, of: input, frame: page, sharing: decodings) {
    (_) throws(CodecError) in try FreeImagePicture(input, layout, layout.held.take())
  }
}

import CSlideFiles
import DecoderKit
import DecoderProtocol

let companions = SlideCompanions.open()
fresnel_slide_take_sqlite()
SlideHandle.begin()
Decoder.serveFrames(
  library: "OpenSlide", version: SlideHandle.version, keeping: companions.descriptors
) { (input, page) throws(CodecError) in
  let slide = try Slide(input, companions)
  guard page > 0 else { return try SlideCodec(slide) }
  return try SlidePageCodec(slide, page: page)
}

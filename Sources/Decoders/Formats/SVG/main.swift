import CRsvg
import DecoderKit
import DecoderProtocol

let version = "\(rsvg_major_version).\(rsvg_minor_version).\(rsvg_micro_version)"
Decoder.serveDrawn(library: "librsvg", version: version, fonts: SVGStart.prepare) {
  (input, page, readsFonts) throws(CodecError) in
  guard page == 0 else { throw CodecError(.other, "the file has only one picture") }
  return try SVGDocument(SVGText(input), readsFonts: readsFonts)
}

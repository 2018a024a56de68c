import CDjVu
import DecoderKit
import DecoderProtocol

// The first context looks for the library's messages in the user's folder, which a decoder may not.
if let context = ddjvu_context_create("fresnel") { ddjvu_context_release(context) }

let decodings = SharedDecodings<DjVuPage>()
// "DjVuLibre-3.5.28".
let words = ddjvu_get_version_string().map { String(cString: $0) } ?? ""
let version = words.split(separator: "-").last.map(String.init) ?? ""
Decoder.serveFrames(library: "DjVuLibre", version: version) {
  (input, page) throws(CodecError) in
  let header = try DjVuPage.header(DjVuFile(input), page: page)
  return WholePictureCodec(header, of: input, frame: page, sharing: decodings) {
    (_) throws(CodecError) in try DjVuPage(DjVuFile(input), page: page, header.size)
  }
}

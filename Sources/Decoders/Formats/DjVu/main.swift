import CDjVu
import DecoderKit
import DecoderProtocol

// The first context looks for the library's messages in the user's folder, which the sandbox
// forbids.
if let context = ddjvu_context_create("fresnel") { ddjvu_context_release(context) }

let pages = SharedDecodings<DjVuPage>()
let decodings = SharedDecodings<DjVuSheet>()
// "DjVuLibre-3.5.28".
let words = ddjvu_get_version_string().map { String(cString: $0) } ?? ""
let version = words.split(separator: "-").last.map(String.init) ?? ""
Decoder.serveFrames(library: "DjVuLibre", version: version) {
  (input, page) throws(CodecError) in
  try DjVuCodec(input, page: page, pages: pages, decodings: decodings)
}

import CPoppler
import DecoderKit
import DecoderProtocol
import DocumentDrawing

/// The location of poppler's CJK tables.
let tables = "/usr/share/poppler"

Decoder.serveDrawn(
  library: "poppler", version: poppler_get_version().map { String(cString: $0) } ?? "",
  fonts: {
    CairoClamp.setUp()
    return DocumentFonts.load(PDFWarmUp.draw) + [tables]
  },
  { (input, page, readsFonts) throws(CodecError) in
    try PDFDocument(PDFFile(input), page: page, readsFonts: readsFonts)
  })

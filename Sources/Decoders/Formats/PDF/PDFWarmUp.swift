import CCairo
import DecoderProtocol

/// Draws a small page with fonts that are not embedded, before entering the sandbox: libraries load
/// tables and configuration for these on first use.
enum PDFWarmUp {
  /// Draws the page off screen.
  static func draw() {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 16, 16) else { return }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return }
    defer { cairo_destroy(cairo) }
    // A failure is ignored here: a document that can't be drawn reports its own error.
    do throws(CodecError) {
      let file = try PDFFile(document)
      try file.page(0).draw(cairo)
      // Keep the file: with its last document poppler frees its list of CJK tables, and by then it
      // could not list the folders to rebuild it.
      _ = Unmanaged.passRetained(file)
    } catch {}
  }

  private static let fonts = ["Helvetica", "Times-Bold", "Courier-Oblique", "Symbol"]

  private static var document: [UInt8] {
    let names = fonts.indices.map { "/F\($0) \(5 + $0) 0 R" }.joined(separator: " ")
    let text = fonts.indices.map { "/F\($0) 8 Tf (a) Tj" }.joined(separator: " ")
    let content = "0 0 m 9 0 l 9 9 l f BT 1 1 Td \(text) ET"
    let objects =
      [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 16 16]/Contents 4 0 R"
          + "/Resources<</Font<<\(names)>>>>>>",
        "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
      ]
      + fonts.map { "<</Type/Font/Subtype/Type1/BaseFont/\($0)>>" }
    var file = "%PDF-1.4\n"
    var places: [Int] = []
    for (number, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      let digits = String(place)
      file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(file.utf8)
  }
}

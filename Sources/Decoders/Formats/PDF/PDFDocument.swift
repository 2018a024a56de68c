import CCairo
import DecoderKit
import DecoderProtocol
import DocumentDrawing
import Geometry

/// A page of a PDF file, drawn on white paper.
final class PDFDocument: DrawnDocument {
  let header: DrawnHeader
  let missing: String?
  private let file: PDFFile
  private let page: PDFPage
  private let size: Extent

  /// 72 points per inch, and 96 pixels per inch of a screen, as in other programs.
  private static let pixelsPerPoint = 96.0 / 72

  /// The maximum number of page names to report.
  private static let mostNames = 1024

  /// Opens a page, from 0, of a file.
  ///
  /// `readsFonts` is true if fonts that are not embedded are available.
  init(_ file: PDFFile, page number: Int, readsFonts: Bool) throws(CodecError) {
    guard file.pageCount > 0 else { throw CodecError(.corrupt, "the PDF file has no pages") }
    self.file = file
    page = try file.page(number)
    size = page.size
    guard !size.isEmpty, size.width.isFinite, size.height.isFinite else {
      throw CodecError(.corrupt, "the PDF file's page \(number + 1) has no size")
    }
    let extent = Extent(
      width: size.width * Self.pixelsPerPoint, height: size.height * Self.pixelsPerPoint)
    let limit = DrawnLimit(library: "poppler", isClamped: CairoClamp.isInForce)
    header = DrawnHeader(
      extent: extent, largestScale: limit.largestScale(of: extent),
      pageCount: file.pageCount, pageNames: file.pageNames(most: Self.mostNames), hasAlpha: false)
    missing =
      readsFonts
      ? limit.sentence
      : "text without embedded fonts is not drawn: reading fonts needs Landlock, which this kernel "
        + "does not have"
  }

  func draw(_ strip: DrawnStrip) throws(CodecError) {
    let isDrawn = try CairoClamp.draw(into: strip.pixels, strip.area.size) {
      (cairo) throws(CodecError) in try draw(strip, on: cairo)
    }
    guard isDrawn else {
      throw CodecError(.tooLarge, "there is not enough memory to draw the PDF file")
    }
  }

  private func draw(_ strip: DrawnStrip, on cairo: OpaquePointer) throws(CodecError) {
    cairo_save(cairo)
    cairo_translate(cairo, -Double(strip.area.minX), -Double(strip.area.minY))
    let scale = DrawnScale(of: strip.level, header.extent)
    cairo_scale(cairo, scale.x * Self.pixelsPerPoint, scale.y * Self.pixelsPerPoint)
    page.draw(cairo)
    cairo_restore(cairo)
    // Paper is painted last, behind everything: a page blends its colours only among themselves.
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OVER)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_paint(cairo)
    // A context in the error state has drawn nothing more.
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
      throw CodecError(
        .unsupported,
        "the PDF file can't be drawn (\(String(cString: cairo_status_to_string(cairo_status(cairo)))))"
      )
    }
  }
}

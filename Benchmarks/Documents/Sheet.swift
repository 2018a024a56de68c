import CCairo
import Geometry
import Glibc

/// A colour from 0x000000 to 0xffffff, with red in the highest byte.
typealias Ink = UInt32

/// A drawing surface for documents; units are pixels, with y downwards.
protocol Sheet: AnyObject {
  /// Strokes an outline, or fills it if `width` is `nil`; in a curved outline, the first point is
  /// followed by three points for each segment.
  func outline(_ points: [Point], isCurved: Bool, _ ink: Ink, width: Double?)
  /// Draws text from left to right.
  func write(_ text: String, at place: Point, size: Double)
  /// Starts a new page of the same size.
  func turnPage()
}

/// Writes SVG.
final class SVGSheet: Sheet {
  private(set) var text: String

  init(_ size: Extent) {
    let (width, height) = (Int(size.width), Int(size.height))
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
      <rect width="\(width)" height="\(height)" fill="#fff"/>\n
      """
  }

  func outline(_ points: [Point], isCurved: Bool, _ ink: Ink, width: Double?) {
    let places = points.map { "\(Self.short($0.x)),\(Self.short($0.y))" }
    let path = "M\(places[0])\(isCurved ? "C" : "L")\(places.dropFirst().joined(separator: " "))"
    let color = Self.color(ink)
    let paint =
      width.map { "fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(Self.short($0))\"" }
      ?? "fill=\"\(color)\""
    text += "<path \(paint) d=\"\(path)\"/>\n"
  }

  func write(_ words: String, at place: Point, size: Double) {
    text +=
      "<text x=\"\(Self.short(place.x))\" y=\"\(Self.short(place.y))\""
      + " font-family=\"sans-serif\" font-size=\"\(Self.short(size))\">\(words)</text>\n"
  }

  func turnPage() {}

  /// Writes the file.
  func finish(_ path: String) throws {
    text += "</svg>\n"
    guard let file = fopen(path, "w"), fputs(text, file) >= 0, fclose(file) == 0 else {
      throw BenchmarkError(description: "cannot write \(path)")
    }
  }

  /// Returns a number with two decimals, the precision that programs usually write.
  private static func short(_ number: Double) -> String {
    "\((number * 100).rounded() / 100)"
  }

  private static func color(_ ink: Ink) -> String {
    let digits = String(ink, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// Writes PDF through cairo.
final class PDFSheet: Sheet {
  private let surface: OpaquePointer?
  private let cairo: OpaquePointer?
  /// Points per pixel.
  private static let unit = 0.75

  init(_ size: Extent, _ path: String) {
    surface = cairo_pdf_surface_create(path, size.width * Self.unit, size.height * Self.unit)
    cairo = cairo_create(surface)
    start()
  }

  private func start() {
    cairo_identity_matrix(cairo)
    cairo_scale(cairo, Self.unit, Self.unit)
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
  }

  func outline(_ points: [Point], isCurved: Bool, _ ink: Ink, width: Double?) {
    cairo_move_to(cairo, points[0].x, points[0].y)
    if isCurved {
      for index in stride(from: 1, to: points.count - 2, by: 3) {
        let (first, second, end) = (points[index], points[index + 1], points[index + 2])
        cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
      }
    } else {
      for point in points.dropFirst() { cairo_line_to(cairo, point.x, point.y) }
    }
    set(ink)
    if let width {
      cairo_set_line_width(cairo, width)
      cairo_stroke(cairo)
    } else {
      cairo_fill(cairo)
    }
  }

  func write(_ words: String, at place: Point, size: Double) {
    set(0)
    cairo_set_font_size(cairo, size)
    cairo_move_to(cairo, place.x, place.y)
    cairo_show_text(cairo, words)
  }

  func turnPage() {
    cairo_show_page(cairo)
    start()
  }

  private func set(_ ink: Ink) {
    func share(_ shift: UInt32) -> Double { Double(ink >> shift & 255) / 255 }
    cairo_set_source_rgb(cairo, share(16), share(8), share(0))
  }

  /// Writes the file.
  func finish() throws {
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      throw BenchmarkError(description: "cairo cannot write the document")
    }
  }
}

/// The reason why nothing could be measured.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
}

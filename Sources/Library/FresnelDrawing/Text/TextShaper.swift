import CCairo
import Geometry
import Outlines
import Synchronization

// Sendable unchecked: only the thread that has taken it from `idle` uses it.
/// Shapes texts with Pango and a font map of its own; there is one per thread that is shaping.
final class TextShaper: @unchecked Sendable {
  private let surface: OpaquePointer?
  private let cairo: OpaquePointer?
  private let map: OpaquePointer?
  private let context: OpaquePointer?

  /// The font size in pixels at which outlines are taken.
  ///
  /// Eight times the 2048 units of most fonts, whose points are therefore exact; those of others
  /// are exact to 0.00001 of the size. FreeType allows sizes up to 65,535.
  private static let size = 16_384.0

  private static let idle = Mutex<[TextShaper]>([])

  private init() {
    // Unbounded: with an image, cairo skips glyphs that lie beyond its edges by ten times their
    // size.
    surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
    cairo = cairo_create(surface)
    map = pango_cairo_font_map_new()
    context = map.flatMap { pango_font_map_create_context($0) }
    let options = cairo_font_options_create()
    // Unhinted, so that a text has the same shape at any scale.
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    pango_cairo_context_set_resolution(context, 72)
    if let context { pango_context_set_round_glyph_positions(context, 0) }
    cairo_font_options_destroy(options)
  }

  deinit {
    if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
    if let map { g_object_unref(UnsafeMutableRawPointer(map)) }
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// Returns the outline of a text; it is empty if there are no fonts.
  static func shape(_ string: String, _ font: TextRun.Font) -> TextOutline {
    let shaper = idle.withLock { $0.popLast() } ?? TextShaper()
    defer { idle.withLock { $0.append(shaper) } }
    return shaper.shape(string, font)
  }

  private func shape(_ string: String, _ font: TextRun.Font) -> TextOutline {
    guard let context, let layout = pango_layout_new(context) else {
      return TextOutline(outline: Outline(), width: 0)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let description = pango_font_description_new()
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_weight(description, Int32(font.weight.number))
    pango_font_description_set_style(
      description, font.isItalic ? fresnel_pango_style_italic : fresnel_pango_style_normal)
    pango_font_description_set_absolute_size(
      description, Self.size * Double(fresnel_pango_scale))
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    // Pango ends a text at a zero byte.
    let text = String(string.map { $0.isNewline || $0 == "\0" ? " " : $0 })
    pango_layout_set_text(layout, text, -1)
    guard let line = pango_layout_get_line_readonly(layout, 0) else {
      return TextOutline(outline: Outline(), width: 0)
    }
    var extents = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &extents)
    cairo_new_path(cairo)
    cairo_move_to(cairo, 0, 0)
    pango_cairo_layout_line_path(cairo, line)
    let width = Double(extents.width) / Double(fresnel_pango_scale) / Self.size
    return TextOutline(outline: readPath(), width: width)
  }

  /// Returns the context's path, in units of the font size.
  private func readPath() -> Outline {
    guard let path = cairo_copy_path(cairo) else { return Outline() }
    defer { cairo_path_destroy(path) }
    var outline = Outline()
    guard let data = path.pointee.data else { return outline }
    let count = Int(path.pointee.num_data)
    var at = 0
    func point(_ index: Int) -> Point {
      Point(x: data[at + index].point.x / Self.size, y: data[at + index].point.y / Self.size)
    }
    // A move without a following element draws nothing and must not affect the box.
    var start: Point?
    func begin() {
      if let start { outline.add(.move, start) }
      start = nil
    }
    while at < count {
      let header = data[at].header
      switch header.type {
      case CAIRO_PATH_MOVE_TO: start = point(1)
      case CAIRO_PATH_LINE_TO:
        begin()
        outline.add(.line, point(1))
      case CAIRO_PATH_CURVE_TO:
        begin()
        outline.addCubic(point(1), point(2), point(3))
      default: outline.close()
      }
      at += Int(header.length)
    }
    return outline
  }
}

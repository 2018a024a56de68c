import CCairo
import Geometry
import Outlines

/// A font whose glyphs are drawn as outlines in Double.
struct LargeFont {
  /// The same font without a matrix, at a size at which its outlines are exact.
  private let scratch: OpaquePointer
  private let matrix: LinearMap
  private let space: UserSpace
  private let size: Double

  /// The largest glyphs left to cairo, in pixels of the font's size.
  static let largest = 1024.0
  /// The size at which outlines are taken.
  private static let outlineSize = 1024.0

  /// The context's font, if it is at least this large in pixels.
  init?(_ cairo: OpaquePointer, atLeast smallest: Double = LargeFont.largest) {
    var font = cairo_matrix_t()
    cairo_get_font_matrix(cairo, &font)
    matrix = LinearMap(a: font.xx, b: font.yx, c: font.xy, d: font.yy)
    space = UserSpace(cairo)
    size = matrix.stretch * space.linear.stretch
    guard size >= smallest, size.isFinite else { return nil }
    guard let outlines = Self.outlines(of: cairo) else { return nil }
    scratch = outlines
  }

  /// A context with the same font and nothing to draw on.
  private static func outlines(of cairo: OpaquePointer) -> OpaquePointer? {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1) else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let scratch = cairo_create(surface) else { return nil }
    cairo_set_font_face(scratch, cairo_get_font_face(cairo))
    cairo_set_font_size(scratch, outlineSize)
    if let options = cairo_font_options_create() {
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      cairo_set_font_options(scratch, options)
      cairo_font_options_destroy(options)
    }
    return scratch
  }

  /// Draws glyphs; the context's path does not change.
  func show(_ glyphs: UnsafeBufferPointer<cairo_glyph_t>, _ cairo: OpaquePointer) {
    let path = ContextPaths.change(cairo) { path in
      defer { path.removeAll() }
      return path
    }
    SystemCairo.functions.newPath(cairo)
    let rule = cairo_get_fill_rule(cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    add(glyphs, cairo)
    clampedFill(cairo)
    cairo_set_fill_rule(cairo, rule)
    ContextPaths.change(cairo) { $0 = path }
    path.hand(to: cairo, box: .clamped, closesParts: false)
  }

  /// Adds the glyphs' outlines to the context's path.
  func add(_ glyphs: UnsafeBufferPointer<cairo_glyph_t>, _ cairo: OpaquePointer) {
    defer { clampedDestroy(scratch) }
    for glyph in glyphs {
      // Skip glyphs that can't be visible, with an ample margin: few reach beyond twice their size.
      let place = space.pixel(glyph.x, glyph.y)
      let box = Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
        .grown(by: 4 * size)
      guard box.touches(.clamped) else { continue }
      var own = cairo_glyph_t(index: glyph.index, x: 0, y: 0)
      SystemCairo.functions.newPath(scratch)
      SystemCairo.functions.glyphPath(scratch, &own, 1)
      guard let outline = SystemCairo.functions.copyPath(scratch) else { continue }
      defer { cairo_path_destroy(outline) }
      appendPath(outline.pointee, to: cairo) { point in
        matrix.apply(point * (1 / Self.outlineSize)) + Point(x: glyph.x, y: glyph.y)
      }
    }
  }
}

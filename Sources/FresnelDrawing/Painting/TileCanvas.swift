import CCairo
import Geometry

/// Draws groups into memory, by cairo.
///
/// The memory has rows of R, G, B, A, a byte each, premultiplied. cairo has blue where we have red:
/// colours are handed to it with the two exchanged, so nothing is converted afterwards.
struct TileCanvas: ~Copyable {
  let cairo: OpaquePointer
  private let surface: OpaquePointer
  /// The pixels that are drawn on.
  let size: PixelSize
  private var source: Paint?
  /// What drawing has taken so far.
  private(set) var effort = DrawingEffort()

  /// How far outlines are kept beyond the pixels: edges that are cut there never show.
  private static let margin = 64.0
  /// The longest way across, in pixels, that cairo's own stroker gets right.
  private static let widestStroke = 4096.0

  /// A canvas on memory of a size, without padding; the memory must stay while it is drawn on.
  ///
  /// `nil` where cairo has no memory left or the size is beyond its own.
  init?(_ memory: UnsafeMutableRawPointer, size: PixelSize) {
    guard
      let surface = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
        Int32(size.height), Int32(size.width * 4))
    else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface)
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.cairo = cairo
    self.size = size
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Fills all of it.
  mutating func fill(_ color: PaintColor) {
    set(.color(color), AffineTransform.identity)
    cairo_paint(cairo)
  }

  /// Draws a group; `transform` is from its drawing's units to pixels.
  mutating func draw(_ drawing: Drawing, _ transform: AffineTransform) {
    let pixels = self.pixels.grown(by: 1)
    guard transform.bounds(of: drawing.bounds).grown(by: drawing.pixelReach).touches(pixels)
    else { return }
    if let index = drawing.index, let back = transform.inverse {
      let seen = back.bounds(of: pixels.grown(by: drawing.pixelReach))
      for place in index.touching(seen) { draw(drawing, place, transform) }
      return
    }
    for place in drawing.items.indices {
      let reach = drawing.pixelReach
      let box = transform.bounds(of: drawing.boxes[place]).grown(by: reach)
      if box.touches(pixels) { draw(drawing, place, transform) }
    }
  }

  private mutating func draw(_ drawing: Drawing, _ place: Int, _ transform: AffineTransform) {
    switch drawing.items[place] {
    case .path(let path): draw(path, transform)
    case .text(let run):
      guard let outline = drawing.outlines[place] else { return }
      set(run.paint, transform)
      fill(outline.outline, .nonZero, run.placing(outline).followed(by: transform))
    }
  }

  /// Whether cairo has met no error.
  var isSound: Bool { cairo_status(cairo) == CAIRO_STATUS_SUCCESS }

  /// The rectangle that is drawn on, in its own pixels.
  var pixels: Rect { Rect(PixelRect(size)) }

  private mutating func draw(_ path: Path, _ transform: AffineTransform) {
    if let paint = path.fill {
      set(paint, transform)
      fill(path.outline, path.fillRule, transform)
    }
    if let stroke = path.stroke { draw(stroke, path.outline, transform) }
  }

  private func fill(_ outline: Outline, _ rule: Path.FillRule, _ transform: AffineTransform) {
    cairo_new_path(cairo)
    trace(outline, transform, box: pixels.grown(by: Self.margin), closesParts: true)
    cairo_set_fill_rule(
      cairo, rule == .nonZero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
    cairo_fill(cairo)
  }

  /// Makes an outline cairo's path, kept in a box.
  func trace(_ outline: Outline, _ transform: AffineTransform, box: Rect, closesParts: Bool) {
    var sink = CairoSink(cairo: cairo)
    if box.holds(transform.bounds(of: outline.bounds)) {
      outline.send(transform, to: &sink)
    } else {
      var clamp = PathClamp(sink, box: box, closesParts: closesParts)
      outline.send(transform, to: &clamp)
      clamp.finish()
    }
  }

  private mutating func draw(_ stroke: Stroke, _ outline: Outline, _ transform: AffineTransform) {
    // The pen is a circle of the drawing's units, seen through the transform, or one of pixels.
    let pen: AffineTransform =
      switch stroke.width {
      case .units:
        AffineTransform(
          a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: 0, ty: 0)
      case .pixels: .identity
      }
    let reach = stroke.reach * pen.stretch
    guard stroke.width.number > 0, pen.determinant != 0 else { return }
    set(stroke.paint, transform)
    cairo_new_path(cairo)
    trace(outline, transform, box: pixels.grown(by: reach + Self.margin), closesParts: false)
    cairo_set_line_width(cairo, stroke.width.number)
    cairo_set_line_cap(cairo, stroke.cap.cairo)
    cairo_set_line_join(cairo, stroke.join.cairo)
    cairo_set_miter_limit(cairo, max(1, stroke.miterLimit))
    var matrix = cairo_matrix_t(xx: pen.a, yx: pen.b, xy: pen.c, yy: pen.d, x0: 0, y0: 0)
    cairo_save(cairo)
    cairo_transform(cairo, &matrix)
    cairo_stroke(cairo)
    cairo_restore(cairo)
  }

  // MARK: Paints

  /// Draws with a paint from now on; a gradient's places go through the transform.
  private mutating func set(_ paint: Paint, _ transform: AffineTransform) {
    switch paint {
    case .color(let color):
      if source == paint { return }
      cairo_set_source_rgba(cairo, color.blue, color.green, color.red, color.alpha)
      source = paint
    case .gradient(let gradient):
      let pattern = FittedGradient(gradient, transform, over: pixels).pattern()
      cairo_set_source(cairo, pattern)
      cairo_pattern_destroy(pattern)
      source = nil
    }
  }
}

extension Stroke.Cap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension Stroke.Join {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

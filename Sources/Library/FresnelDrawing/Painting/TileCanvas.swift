import CCairo
import Geometry
import Outlines

/// Draws groups into memory with cairo.
///
/// The memory has rows of R, G, B, A, one byte each, premultiplied. cairo has blue in place of red:
/// colours are passed to it with the two exchanged, so no conversion is needed afterwards.
struct TileCanvas: ~Copyable {
  let cairo: OpaquePointer
  private let surface: OpaquePointer
  /// The size in pixels.
  let size: PixelSize
  private var source: Paint?
  /// The drawing effort so far.
  private(set) var effort: DrawingEffort

  /// How far beyond the pixels outlines are clipped, so that the cut edges are never visible.
  private static let margin = 64.0
  /// The maximum distance in pixels between curves and the lines that approximate them: 0.05
  /// changes a pixel by at most 13 of 255.
  private static let tolerance = 0.05

  /// Creates a canvas on memory of a size, without padding; the memory must outlive the canvas.
  ///
  /// `nil` if cairo has too little memory, or the size exceeds its limit.
  init?(_ memory: UnsafeMutableRawPointer, size: PixelSize, effort: DrawingEffort) {
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
    self.effort = effort
    cairo_set_tolerance(cairo, Self.tolerance)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  mutating func fill(_ color: PaintColor) {
    set(.color(color), AffineTransform.identity)
    cairo_paint(cairo)
  }

  /// Draws a group; `transform` maps its drawing's units to pixels.
  mutating func draw(_ drawing: Drawing, _ transform: AffineTransform) {
    let pixels = self.pixels.grown(by: 1)
    guard transform.bounds(of: drawing.bounds).grown(by: drawing.pixelReach).touches(pixels)
    else { return }
    if let index = drawing.index, let back = transform.inverse {
      let seen = back.bounds(of: pixels.grown(by: drawing.pixelReach))
      for place in index.touching(seen) {
        effort.add(drawing.pieces(at: place), transform.bounds(of: drawing.boxes[place]))
        draw(drawing, place, transform)
      }
      return
    }
    for place in drawing.items.indices {
      let reach = drawing.pixelReach
      let box = transform.bounds(of: drawing.boxes[place]).grown(by: reach)
      if box.touches(pixels) {
        effort.add(drawing.pieces(at: place), box)
        draw(drawing, place, transform)
      }
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

  /// True if cairo has reported no error.
  var isSound: Bool { cairo_status(cairo) == CAIRO_STATUS_SUCCESS }

  /// The rectangle of the canvas, in its own pixels.
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

  /// Makes an outline cairo's path, clipped to a box.
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
    guard let own = PixelStroke(stroke, transform) else { return }
    set(own.stroke.paint, transform)
    cairo_new_path(cairo)
    // What is cut at this box, including ends and corners, is too far away to be visible.
    let box = pixels.grown(by: own.reach + Self.margin)
    guard own.isWide || !own.dashes.isEmpty else {
      trace(outline, transform, box: box, closesParts: false)
      return drawLine(own)
    }
    var cutter = LineCutter(
      box: box, reach: own.reach, pen: own.back.linear, dashes: own.dashes,
      phase: own.stroke.dashPhase)
    outline.send(transform, to: &cutter)
    cutter.finish()
    if own.isWide {
      let near = pixels.grown(by: Self.margin)
      var wide = StrokeOutline(
        own.stroke.pen, pen: own.pen.linear, back: own.back.linear, box: near,
        to: PathClamp(CairoSink(cairo: cairo), box: near, closesParts: true))
      for line in cutter.lines { wide.add(line) }
      wide.sink.finish()
      cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
      cairo_fill(cairo)
    } else {
      var sink = CairoSink(cairo: cairo)
      for line in cutter.lines { line.send(to: &sink) }
      drawLine(own)
    }
  }

  /// Strokes cairo's current path.
  private func drawLine(_ own: PixelStroke) {
    cairo_set_line_width(cairo, own.stroke.width.number)
    cairo_set_line_cap(cairo, own.stroke.cap.cairo)
    cairo_set_line_join(cairo, own.stroke.join.cairo)
    cairo_set_miter_limit(cairo, max(1, own.stroke.miterLimit))
    var matrix = cairo_matrix_t(
      xx: own.pen.a, yx: own.pen.b, xy: own.pen.c, yy: own.pen.d, x0: 0, y0: 0)
    cairo_save(cairo)
    cairo_transform(cairo, &matrix)
    cairo_stroke(cairo)
    cairo_restore(cairo)
  }

  // MARK: Paints

  /// Sets the paint for what follows; the transform applies to a gradient's positions.
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

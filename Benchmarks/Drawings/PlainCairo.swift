import CCairo
import Geometry
import Platform

/// Draws as a program would that has cairo and nothing else: one surface, the numbers as they are.
struct PlainCairo {
  let size: PixelSize

  /// Milliseconds that drawing took, the best of some rounds.
  func measure(rounds: Int, _ body: (OpaquePointer) -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = MonotonicClock.now()
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
      if let cairo = cairo_create(surface) {
        cairo_set_source_rgb(cairo, 1, 1, 1)
        cairo_paint(cairo)
        body(cairo)
        cairo_destroy(cairo)
      }
      cairo_surface_destroy(surface)
      best = min(best, (MonotonicClock.now() - start) * 1000)
    }
    return best
  }
}

/// One outline with its colour, as both draw it.
struct Figure {
  var points: [Point]
  var red: Double
  var green: Double
  var blue: Double
  /// The width of the line; `nil` fills the outline.
  var width: Double?

  /// Draws it by cairo alone; red and blue as cairo has them.
  func draw(_ cairo: OpaquePointer) {
    for (index, point) in points.enumerated() {
      if index == 0 {
        cairo_move_to(cairo, point.x, point.y)
      } else {
        cairo_line_to(cairo, point.x, point.y)
      }
    }
    cairo_set_source_rgba(cairo, red, green, blue, 0.8)
    if let width {
      cairo_set_line_width(cairo, width)
      cairo_stroke(cairo)
    } else {
      cairo_fill(cairo)
    }
  }
}

import CCairo
import Geometry
import Platform

/// Draws like a program that has only cairo: on one surface, with coordinates as they are.
struct PlainCairo {
  let size: PixelSize

  /// Returns the drawing time in milliseconds, the best of `rounds`.
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

/// An outline and its colour, as both contenders draw it.
struct Figure {
  var points: [Point]
  var red: Double
  var green: Double
  var blue: Double
  /// The line width; `nil` fills the outline.
  var width: Double?

  /// Draws the outline with cairo alone, in cairo's order of red and blue.
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

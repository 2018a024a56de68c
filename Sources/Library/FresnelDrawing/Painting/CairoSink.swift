import CCairo
import Geometry
import Outlines

/// Converts an outline to the path of a cairo context.
struct CairoSink: PathSink {
  let cairo: OpaquePointer

  func move(to point: Point) { cairo_move_to(cairo, point.x, point.y) }
  func line(to point: Point) { cairo_line_to(cairo, point.x, point.y) }
  func curve(_ first: Point, _ second: Point, to end: Point) {
    cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
  }
  func close() { cairo_close_path(cairo) }
}

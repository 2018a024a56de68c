import CCairo
import Geometry
import Outlines

// The calls that build a path, under cairo's names.

@_cdecl("cairo_move_to")
package func clampedMove(_ cairo: OpaquePointer?, _ x: Double, _ y: Double) {
  guard let cairo else { return }
  ContextPaths.notePath()
  let point = UserSpace(cairo).pixel(x, y)
  let isFar = ContextPaths.extend(cairo) { $0.move(to: point) }
  if !isFar { SystemCairo.functions.moveTo(cairo, x, y) }
}

@_cdecl("cairo_line_to")
package func clampedLine(_ cairo: OpaquePointer?, _ x: Double, _ y: Double) {
  guard let cairo else { return }
  let point = UserSpace(cairo).pixel(x, y)
  let isFar = ContextPaths.extend(cairo) { $0.line(to: point) }
  if !isFar { SystemCairo.functions.lineTo(cairo, x, y) }
}

@_cdecl("cairo_curve_to")
package func clampedCurve(
  _ cairo: OpaquePointer?, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double,
  _ y3: Double
) {
  guard let cairo else { return }
  let space = UserSpace(cairo)
  let (first, second, end) = (space.pixel(x1, y1), space.pixel(x2, y2), space.pixel(x3, y3))
  let isFar = ContextPaths.extend(cairo) { $0.curve(first, second, to: end) }
  if !isFar { SystemCairo.functions.curveTo(cairo, x1, y1, x2, y2, x3, y3) }
}

@_cdecl("cairo_close_path")
package func clampedClose(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  let isFar = ContextPaths.extend(cairo) { $0.close() }
  if !isFar { SystemCairo.functions.closePath(cairo) }
}

@_cdecl("cairo_rectangle")
package func clampedRectangle(
  _ cairo: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) {
  guard let cairo else { return }
  ContextPaths.notePath()
  let space = UserSpace(cairo)
  let isFar = ContextPaths.extend(cairo) { path in
    path.move(to: space.pixel(x, y))
    path.line(to: space.pixel(x + width, y))
    path.line(to: space.pixel(x + width, y + height))
    path.line(to: space.pixel(x, y + height))
    path.close()
  }
  if !isFar { SystemCairo.functions.rectangle(cairo, x, y, width, height) }
}

@_cdecl("cairo_new_path")
package func clampedNewPath(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  ContextPaths.change(cairo) { $0.removeAll() }
  SystemCairo.functions.newPath(cairo)
}

@_cdecl("cairo_new_sub_path")
package func clampedNewSubPath(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  ContextPaths.change(cairo) { $0.breakOff() }
  SystemCairo.functions.newSubPath(cairo)
}

@_cdecl("cairo_arc")
package func clampedArc(
  _ cairo: OpaquePointer?, _ x: Double, _ y: Double, _ radius: Double, _ from: Double,
  _ to: Double
) {
  guard let cairo else { return }
  var end = to
  while end < from, end.isFinite, from.isFinite { end += 2 * .pi }
  let isFar = hold(cairo, x, y, radius, from, end)
  if !isFar { SystemCairo.functions.arc(cairo, x, y, radius, from, to) }
}

@_cdecl("cairo_arc_negative")
package func clampedArcNegative(
  _ cairo: OpaquePointer?, _ x: Double, _ y: Double, _ radius: Double, _ from: Double,
  _ to: Double
) {
  guard let cairo else { return }
  var end = to
  while end > from, end.isFinite, from.isFinite { end -= 2 * .pi }
  let isFar = hold(cairo, x, y, radius, from, end)
  if !isFar { SystemCairo.functions.arcNegative(cairo, x, y, radius, from, to) }
}

/// Adds an arc to the held path; returns true if the path is beyond cairo's range.
private func hold(
  _ cairo: OpaquePointer, _ x: Double, _ y: Double, _ radius: Double, _ from: Double,
  _ end: Double
) -> Bool {
  ContextPaths.notePath()
  let space = UserSpace(cairo)
  return ContextPaths.extend(cairo) { path in
    let arc = Arc(
      center: space.pixel(x, y), u: space.linear.apply(Point(x: radius, y: 0)),
      v: space.linear.apply(Point(x: 0, y: radius)), start: from, sweep: end - from)
    path.line(to: arc.point(at: from))
    var sink = path
    _ = arc.send(to: &sink)
    path = sink
  }
}

extension PixelPath: PathSink {}

@_cdecl("cairo_rel_move_to")
package func clampedRelativeMove(_ cairo: OpaquePointer?, _ x: Double, _ y: Double) {
  guard let cairo, let place = currentPoint(cairo) else { return }
  clampedMove(cairo, place.x + x, place.y + y)
}

@_cdecl("cairo_rel_line_to")
package func clampedRelativeLine(_ cairo: OpaquePointer?, _ x: Double, _ y: Double) {
  guard let cairo, let place = currentPoint(cairo) else { return }
  clampedLine(cairo, place.x + x, place.y + y)
}

@_cdecl("cairo_rel_curve_to")
package func clampedRelativeCurve(
  _ cairo: OpaquePointer?, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double,
  _ y3: Double
) {
  guard let cairo, let place = currentPoint(cairo) else { return }
  clampedCurve(
    cairo, place.x + x1, place.y + y1, place.x + x2, place.y + y2, place.x + x3, place.y + y3)
}

/// The current point in user space; `nil` if there is none.
func currentPoint(_ cairo: OpaquePointer) -> Point? {
  ContextPaths.change(cairo) { $0.current }.map { UserSpace(cairo).user($0) }
}

@_cdecl("cairo_append_path")
package func clampedAppend(_ cairo: OpaquePointer?, _ path: UnsafePointer<cairo_path_t>?) {
  if let cairo, let path { appendPath(path.pointee, to: cairo) { $0 } }
}

/// Appends a path to the context's, each point at its `place`.
func appendPath(_ path: cairo_path_t, to cairo: OpaquePointer, place: (Point) -> Point) {
  guard path.status == CAIRO_STATUS_SUCCESS, let data = path.data else { return }
  var at = 0
  while at < Int(path.num_data) {
    let header = data[at].header
    func point(_ index: Int) -> Point {
      place(Point(x: data[at + index].point.x, y: data[at + index].point.y))
    }
    switch header.type {
    case CAIRO_PATH_MOVE_TO: clampedMove(cairo, point(1).x, point(1).y)
    case CAIRO_PATH_LINE_TO: clampedLine(cairo, point(1).x, point(1).y)
    case CAIRO_PATH_CURVE_TO:
      let (first, second, end) = (point(1), point(2), point(3))
      clampedCurve(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
    default: clampedClose(cairo)
    }
    guard header.length > 0 else { return }
    at += Int(header.length)
  }
}

@_cdecl("cairo_destroy")
package func clampedDestroy(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  if cairo_get_reference_count(cairo) == 1 { ContextPaths.forget(cairo) }
  SystemCairo.functions.destroy(cairo)
}

import CCairo
import Geometry
import Outlines

// The calls that draw with a path or query it, under cairo's names.

@_cdecl("cairo_fill")
package func clampedFill(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  handOutline(cairo)
  SystemCairo.functions.fill(cairo)
  ContextPaths.change(cairo) { $0.removeAll() }
}

@_cdecl("cairo_fill_preserve")
package func clampedFillPreserve(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  handOutline(cairo)
  SystemCairo.functions.fillPreserve(cairo)
}

@_cdecl("cairo_clip")
package func clampedClip(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  handOutline(cairo)
  SystemCairo.functions.clip(cairo)
  ContextPaths.change(cairo) { $0.removeAll() }
}

@_cdecl("cairo_clip_preserve")
package func clampedClipPreserve(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  handOutline(cairo)
  SystemCairo.functions.clipPreserve(cairo)
}

@_cdecl("cairo_stroke")
package func clampedStroke(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  clampedStrokePreserve(cairo)
  clampedNewPath(cairo)
}

@_cdecl("cairo_stroke_preserve")
package func clampedStrokePreserve(_ cairo: OpaquePointer?) {
  guard let cairo else { return }
  let line = LineStyle(cairo)
  guard ContextPaths.isFar(cairo) || line.isWide else {
    return SystemCairo.functions.strokePreserve(cairo)
  }
  let path = ContextPaths.change(cairo) { $0 }
  line.draw(path, cairo)
  // Drawing has changed cairo's current path: set it again, clamped.
  path.hand(to: cairo, box: .clamped, closesParts: false)
}

/// Replaces cairo's path by the part of the held path that a fill needs.
private func handOutline(_ cairo: OpaquePointer) {
  guard ContextPaths.isFar(cairo) else { return }
  ContextPaths.change(cairo) { $0 }.hand(to: cairo, box: .clamped, closesParts: true)
}

/// Replaces cairo's path by the part of the held path that a query needs.
private func handLine(_ cairo: OpaquePointer) {
  guard ContextPaths.isFar(cairo) else { return }
  ContextPaths.change(cairo) { $0 }.hand(to: cairo, box: .clamped, closesParts: false)
}

@_cdecl("cairo_copy_path")
package func clampedCopy(_ cairo: OpaquePointer?) -> UnsafeMutablePointer<cairo_path_t>? {
  if let cairo { handLine(cairo) }
  return SystemCairo.functions.copyPath(cairo)
}

@_cdecl("cairo_copy_path_flat")
package func clampedCopyFlat(_ cairo: OpaquePointer?) -> UnsafeMutablePointer<cairo_path_t>? {
  if let cairo { handLine(cairo) }
  return SystemCairo.functions.copyPathFlat(cairo)
}

@_cdecl("cairo_get_current_point")
package func clampedCurrentPoint(
  _ cairo: OpaquePointer?, _ x: UnsafeMutablePointer<Double>?, _ y: UnsafeMutablePointer<Double>?
) {
  guard let cairo, ContextPaths.isFar(cairo), let point = currentPoint(cairo) else {
    return SystemCairo.functions.getCurrentPoint(cairo, x, y)
  }
  x?.pointee = point.x
  y?.pointee = point.y
}

@_cdecl("cairo_fill_extents")
package func clampedFillExtents(
  _ cairo: OpaquePointer?, _ x1: UnsafeMutablePointer<Double>?, _ y1: UnsafeMutablePointer<Double>?,
  _ x2: UnsafeMutablePointer<Double>?, _ y2: UnsafeMutablePointer<Double>?
) {
  guard let cairo, ContextPaths.isFar(cairo) else {
    return SystemCairo.functions.fillExtents(cairo, x1, y1, x2, y2)
  }
  tell(cairo, grownBy: 0, x1, y1, x2, y2)
}

@_cdecl("cairo_path_extents")
package func clampedPathExtents(
  _ cairo: OpaquePointer?, _ x1: UnsafeMutablePointer<Double>?, _ y1: UnsafeMutablePointer<Double>?,
  _ x2: UnsafeMutablePointer<Double>?, _ y2: UnsafeMutablePointer<Double>?
) {
  guard let cairo, ContextPaths.isFar(cairo) else {
    return SystemCairo.functions.pathExtents(cairo, x1, y1, x2, y2)
  }
  tell(cairo, grownBy: 0, x1, y1, x2, y2)
}

@_cdecl("cairo_stroke_extents")
package func clampedStrokeExtents(
  _ cairo: OpaquePointer?, _ x1: UnsafeMutablePointer<Double>?, _ y1: UnsafeMutablePointer<Double>?,
  _ x2: UnsafeMutablePointer<Double>?, _ y2: UnsafeMutablePointer<Double>?
) {
  guard let cairo else { return }
  let line = LineStyle(cairo)
  guard ContextPaths.isFar(cairo) || line.isWide else {
    return SystemCairo.functions.strokeExtents(cairo, x1, y1, x2, y2)
  }
  tell(cairo, grownBy: line.width / 2 * line.pen.stretch, x1, y1, x2, y2)
}

/// Stores the box around the held path, in user space.
private func tell(
  _ cairo: OpaquePointer, grownBy reach: Double, _ x1: UnsafeMutablePointer<Double>?,
  _ y1: UnsafeMutablePointer<Double>?, _ x2: UnsafeMutablePointer<Double>?,
  _ y2: UnsafeMutablePointer<Double>?
) {
  let bounds = ContextPaths.change(cairo) { $0.bounds }
  let box =
    bounds.hasPoints
    ? UserSpace(cairo).box(of: bounds.grown(by: reach)) : Rect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  x1?.pointee = box.minX
  y1?.pointee = box.minY
  x2?.pointee = box.maxX
  y2?.pointee = box.maxY
}

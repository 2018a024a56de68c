import Geometry

/// Receives an outline, segment by segment, in pixels of the target surface.
package protocol PathSink {
  mutating func move(to point: Point)
  mutating func line(to point: Point)
  mutating func curve(_ first: Point, _ second: Point, to end: Point)
  mutating func close()
}

/// Returns the cubic control points of a quadratic curve.
package func cubicControls(from start: Point, _ control: Point, _ end: Point) -> (Point, Point) {
  (start + (control - start) * (2 / 3), end + (control - end) * (2 / 3))
}

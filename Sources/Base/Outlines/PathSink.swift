import Geometry

/// Takes an outline, piece by piece, in pixels of the surface that is drawn on.
package protocol PathSink {
  mutating func move(to point: Point)
  mutating func line(to point: Point)
  mutating func curve(_ first: Point, _ second: Point, to end: Point)
  mutating func close()
}

/// The control points of the cubic that is a quadratic curve.
package func cubicControls(from start: Point, _ control: Point, _ end: Point) -> (Point, Point) {
  (start + (control - start) * (2 / 3), end + (control - end) * (2 / 3))
}

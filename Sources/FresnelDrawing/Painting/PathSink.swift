import Geometry
import Glibc

/// Takes an outline, piece by piece, in pixels of the surface that is drawn on.
protocol PathSink {
  mutating func move(to point: Point)
  mutating func line(to point: Point)
  mutating func curve(_ first: Point, _ second: Point, to end: Point)
  mutating func close()
}

extension Outline {
  /// Sends all pieces, transformed, to a sink; arcs become as many curves as their size needs.
  func send<Sink: PathSink>(_ transform: AffineTransform, to sink: inout Sink) {
    var at = 0
    var current = Point.zero
    var start = Point.zero
    points.withUnsafeBufferPointer { points in
      for verb in verbs {
        switch verb {
        case .move:
          current = transform.apply(points[at])
          start = current
          sink.move(to: current)
          at += 1
        case .line:
          current = transform.apply(points[at])
          sink.line(to: current)
          at += 1
        case .quadratic:
          let end = transform.apply(points[at + 1])
          let (first, second) = cubicControls(from: current, transform.apply(points[at]), end)
          sink.curve(first, second, to: end)
          current = end
          at += 2
        case .cubic:
          let end = transform.apply(points[at + 2])
          sink.curve(
            transform.apply(points[at]), transform.apply(points[at + 1]), to: end)
          current = end
          at += 3
        case .arc:
          let arc = Arc(
            center: transform.apply(points[at]), u: transform.applyLinear(points[at + 1]),
            v: transform.applyLinear(points[at + 2]), start: points[at + 3].x,
            sweep: points[at + 3].y)
          let begin = arc.point(at: arc.start)
          if begin != current { sink.line(to: begin) }
          current = arc.send(to: &sink)
          at += 4
        case .close:
          sink.close()
          current = start
        }
      }
    }
  }
}

extension Arc {
  /// How far curves may be from the arc, in pixels.
  private static let tolerance = 0.01
  /// The most curves of one arc: enough for 2⁴⁴ pixels.
  private static let mostCurves = 4096.0

  /// Sends it as cubic curves from its start on; where it ends.
  func send<Sink: PathSink>(to sink: inout Sink) -> Point {
    let radius = max(u.length, v.length)
    // A curve for a quarter of a circle is off by 2.7e-4 radii, one for half of that by a 64th of
    // it.
    let widest = Double.pi / 2 * min(1, pow(Self.tolerance / (2.73e-4 * max(radius, 1e-9)), 1 / 6))
    let count = max(1, min((abs(sweep) / widest).rounded(.up), Self.mostCurves))
    let step = sweep / count
    let handle = 4.0 / 3 * tan(step / 4)
    var from = start
    var (sine, cosine) = (sin(from), cos(from))
    var end = center + u * cosine + v * sine
    for index in 1...Int(count) {
      let begin = end
      let leaving = v * cosine - u * sine
      from = start + step * Double(index)
      (sine, cosine) = (sin(from), cos(from))
      end = center + u * cosine + v * sine
      let arriving = v * cosine - u * sine
      sink.curve(begin + leaving * handle, end - arriving * handle, to: end)
    }
    return end
  }
}

import Geometry
import Outlines

extension Outline {
  /// Sends all elements, transformed, to a sink; arcs become as many curves as their size requires.
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

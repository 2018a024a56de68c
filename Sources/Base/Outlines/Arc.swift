import Geometry
import Glibc

/// An elliptical arc: `center` + cos t · `u` + sin t · `v`, for t from `start` over `sweep`.
package struct Arc: Hashable, Sendable {
  package var center: Point
  package var u: Point
  package var v: Point
  package var start: Double
  package var sweep: Double

  package func point(at angle: Double) -> Point { center + u * cos(angle) + v * sin(angle) }

  /// Creates an arc of the ellipse around `center` with the axes `u` and `v`.
  package init(center: Point, u: Point, v: Point, start: Double, sweep: Double) {
    (self.center, self.u, self.v, self.start, self.sweep) = (center, u, v, start, sweep)
  }
}

extension Arc {
  /// The maximum distance between the curves and the arc, in pixels.
  @usableFromInline static let tolerance = 0.01
  /// The maximum number of curves of an arc: enough for 2⁴⁴ pixels.
  @usableFromInline static let mostCurves = 4096.0

  /// Sends the arc to a sink as cubic curves, beginning at its start, and returns its end.
  @inlinable package func send<Sink: PathSink>(to sink: inout Sink) -> Point {
    let radius = max(u.length, v.length)
    // The error of one curve for a quarter circle is 2.7e-4 radii; for half of that angle it is
    // 1/64 of it.
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

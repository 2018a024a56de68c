import Geometry
import Glibc
import Outlines

/// The elements of a path, packed, and their bounding box.
struct Outline: Hashable, Sendable {
  /// The kind of an element, which determines its number of points.
  enum Verb: UInt8, Sendable {
    case move, line, quadratic, cubic
    /// Centre, u, v, and a point with start and sweep.
    case arc
    case close
  }

  private(set) var verbs: [Verb] = []
  private(set) var points: [Point] = []
  private(set) var bounds = Rect.nothing
  /// The end of the last element; undefined if there is none.
  private var current = Point.zero
  private var start = Point.zero
  private(set) var hasCurrent = false

  // Elements with NaN or infinite coordinates are skipped, because cairo would stop drawing at
  // them.

  mutating func add(_ verb: Verb, _ point: Point) {
    guard point.isFinite else { return }
    verbs.append(verb)
    points.append(point)
    bounds.add(point)
    current = point
    hasCurrent = true
    if verb == .move { start = point }
  }

  mutating func addQuadratic(_ control: Point, _ end: Point) {
    guard hasCurrent, control.isFinite, end.isFinite else { return }
    verbs.append(.quadratic)
    points.append(control)
    points.append(end)
    let (first, second) = cubicControls(from: current, control, end)
    addBounds(current, first, second, end)
    current = end
  }

  mutating func addCubic(_ first: Point, _ second: Point, _ end: Point) {
    guard hasCurrent, first.isFinite, second.isFinite, end.isFinite else { return }
    verbs.append(.cubic)
    points.append(first)
    points.append(second)
    points.append(end)
    addBounds(current, first, second, end)
    current = end
  }

  mutating func addArc(_ arc: Arc) {
    let begin = arc.point(at: arc.start)
    guard begin.isFinite, arc.sweep.isFinite, (arc.u + arc.v).isFinite else { return }
    if !hasCurrent { add(.move, begin) }
    verbs.append(.arc)
    points.append(arc.center)
    points.append(arc.u)
    points.append(arc.v)
    points.append(Point(x: arc.start, y: arc.sweep))
    bounds.add(begin)
    current = arc.point(at: arc.start + arc.sweep)
    bounds.add(current)
    for (x, y) in [(arc.u.x, arc.v.x), (arc.u.y, arc.v.y)] {
      // A coordinate has its extremes at two opposite angles.
      let angle = atan2(y, x)
      for turn in [angle, angle + .pi] {
        var ahead = (turn - arc.start).truncatingRemainder(dividingBy: 2 * .pi)
        if arc.sweep >= 0, ahead < 0 { ahead += 2 * .pi }
        if arc.sweep < 0, ahead > 0 { ahead -= 2 * .pi }
        if abs(ahead) <= abs(arc.sweep) { bounds.add(arc.point(at: turn)) }
      }
    }
  }

  mutating func close() {
    guard hasCurrent, verbs.last != .close else { return }
    verbs.append(.close)
    current = start
  }

  private mutating func addBounds(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
    bounds = bounds.union(Cubic(a: a, b: b, c: c, d: d).bounds)
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

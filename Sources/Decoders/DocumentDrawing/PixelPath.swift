import Geometry
import Outlines

/// A path in Double, in pixels of its surface.
struct PixelPath {
  private enum Verb: UInt8 { case move, line, curve, close }

  private var verbs: [Verb] = []
  private var points: [Point] = []
  private(set) var current: Point?
  private var start = Point.zero
  /// True if any point is beyond the range passed to cairo.
  private(set) var isFar = false

  /// True if the path has no segments.
  var isEmpty: Bool { verbs.isEmpty }

  /// Removes all segments and keeps the memory.
  mutating func removeAll() {
    verbs.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    current = nil
    isFar = false
  }

  mutating func move(to point: Point) {
    add(.move, point)
    start = point
  }

  /// Without a current point it starts a subpath, as cairo does.
  mutating func line(to point: Point) { current == nil ? move(to: point) : add(.line, point) }

  mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    if current == nil { move(to: first) }
    verbs.append(.curve)
    points.append(first)
    points.append(second)
    points.append(end)
    current = end
    if !isFar { isFar = Self.isFar(first) || Self.isFar(second) || Self.isFar(end) }
  }

  mutating func close() {
    guard current != nil else { return }
    verbs.append(.close)
    current = start
  }

  /// Makes the next segment start a new subpath.
  mutating func breakOff() { current = nil }

  private mutating func add(_ verb: Verb, _ point: Point) {
    verbs.append(verb)
    points.append(point)
    current = point
    if !isFar { isFar = Self.isFar(point) }
  }

  private static func isFar(_ point: Point) -> Bool { !point.isNear }

  func send<Sink: PathSink>(to sink: inout Sink) {
    var at = 0
    for verb in verbs {
      switch verb {
      case .move:
        sink.move(to: points[at])
        at += 1
      case .line:
        sink.line(to: points[at])
        at += 1
      case .curve:
        sink.curve(points[at], points[at + 1], to: points[at + 2])
        at += 3
      case .close: sink.close()
      }
    }
  }

  /// The bounding box of the segments.
  var bounds: Rect {
    var box = BoundsSink()
    send(to: &box)
    return box.bounds
  }
}

extension Point {
  /// True if the point is passed to cairo unchanged; false for NaN.
  var isNear: Bool { abs(x) <= CairoClamp.edge && abs(y) <= CairoClamp.edge }
}

/// Computes the bounding box of a path.
private struct BoundsSink: PathSink {
  var bounds = Rect.nothing
  private var current = Point.zero
  private var start = Point.zero

  mutating func move(to point: Point) { (current, start) = (point, point) }

  mutating func line(to point: Point) {
    bounds.add(current)
    bounds.add(point)
    current = point
  }

  mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    bounds = bounds.union(Cubic(a: current, b: first, c: second, d: end).bounds)
    current = end
  }

  mutating func close() { current = start }
}

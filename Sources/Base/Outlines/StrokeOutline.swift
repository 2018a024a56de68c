import Geometry
import Glibc

/// Builds the outline of a stroke as a union of simple polygons, one for each segment, corner and
/// end.
///
/// All have the same orientation, so that the nonzero rule fills their union. cairo's own stroker
/// can't draw lines that are wider than some thousands of pixels.
package struct StrokeOutline<Sink: PathSink> {
  package var sink: Sink
  package let stroke: PenStroke
  /// The map from the pen's unit to pixels, for distances only.
  package let pen: LinearMap
  package let back: LinearMap
  package let half: Double
  /// Pieces that are completely outside are skipped.
  package let box: Rect

  @inlinable package init(
    _ stroke: PenStroke, pen: LinearMap, back: LinearMap, box: Rect, to sink: Sink
  ) {
    self.stroke = stroke
    self.pen = pen
    self.back = back
    self.box = box
    self.sink = sink
    half = stroke.width / 2
  }

  /// Sends the outline of a polyline.
  @inlinable package mutating func add(_ line: Polyline) {
    var points: [Point] = []
    var isSmooth: [Bool] = []
    for (point, smooth) in zip(line.points, line.isSmooth) where point != points.last {
      points.append(point)
      isSmooth.append(smooth)
    }
    if line.isClosed, points.count > 1, points[0] == points[points.count - 1] {
      points.removeLast()
      isSmooth.removeLast()
    }
    guard points.count > 1 else {
      if let point = points.first { addDot(point) }
      return
    }
    let count = points.count
    let last = line.isClosed ? count : count - 1
    // Directions in the pen's space, in which it is a circle.
    let ways = (0..<last).map { unit(back.apply(points[($0 + 1) % count] - points[$0])) }
    for index in 0..<last {
      let out = pen.apply(Point(x: -ways[index].y, y: ways[index].x) * half)
      let (from, to) = (points[index], points[(index + 1) % count])
      polygon([from + out, to + out, to - out, from - out])
    }
    for index in (line.isClosed ? 0 : 1)..<last {
      let before = ways[(index + last - 1) % last]
      join(points[index], before, ways[index], isSmooth: isSmooth[index])
    }
    if !line.isClosed {
      cap(points[0], Point(x: -ways[0].x, y: -ways[0].y))
      cap(points[count - 1], ways[last - 1])
    }
  }

  @inlinable package func unit(_ way: Point) -> Point {
    let length = way.length
    return length > 0 ? way * (1 / length) : Point(x: 1, y: 0)
  }

  @inlinable package mutating func join(
    _ point: Point, _ one: Point, _ other: Point, isSmooth: Bool
  ) {
    let cross = one.x * other.y - one.y * other.x
    let dot = one.x * other.x + one.y * other.y
    guard cross != 0 || dot < 0 else { return }
    // The outer side of the corner; if the line doubles back, also the side ahead of it.
    let sweep = atan2(cross, dot)
    let side = sweep > 0 ? half : -half
    let first = Point(x: one.y, y: -one.x) * side
    let second = Point(x: other.y, y: -other.x) * side
    if isSmooth || stroke.join == .round {
      return sector(point, from: atan2(first.y, first.x), sweep: sweep)
    }
    var corner = [point, point + pen.apply(first), point + pen.apply(second)]
    // The miter length is 1 / sin of half the angle between the lines; squared, 2 / (1 + cos of the
    // turn). As in cairo the angle is measured in pixels, so no corner changes at the width where
    // cairo's stroker is replaced.
    let (seen, next) = (unit(pen.apply(one)), unit(pen.apply(other)))
    let turn = 1 + seen.x * next.x + seen.y * next.y
    let limit = stroke.miterLimit * stroke.miterLimit
    if stroke.join == .miter, turn > 0, 1 + dot > 0, 2 / turn <= limit {
      corner.insert(point + pen.apply((first + second) * (1 / (1 + dot))), at: 2)
    }
    polygon(corner)
  }

  @inlinable package mutating func cap(_ point: Point, _ outwards: Point) {
    switch stroke.cap {
    case .butt: return
    case .round:
      sector(point, from: atan2(-outwards.x, outwards.y), sweep: .pi)
    case .square:
      let side = pen.apply(Point(x: -outwards.y, y: outwards.x) * half)
      let ahead = pen.apply(outwards * half)
      polygon([point + side, point + side + ahead, point - side + ahead, point - side])
    }
  }

  /// Sends a line of length zero, which consists of its caps.
  @inlinable package mutating func addDot(_ point: Point) {
    switch stroke.cap {
    case .butt: return
    case .round: sector(point, from: 0, sweep: 2 * .pi)
    case .square:
      let x = pen.apply(Point(x: half, y: 0))
      let y = pen.apply(Point(x: 0, y: half))
      polygon([point + x + y, point + x - y, point - x - y, point - x + y])
    }
  }

  /// Sends a sector of the pen's disc.
  @inlinable package mutating func sector(_ center: Point, from start: Double, sweep: Double) {
    let u = pen.apply(Point(x: half, y: 0))
    let v = pen.apply(Point(x: 0, y: half))
    let reach = u.length + v.length
    guard
      Rect(minX: center.x, minY: center.y, maxX: center.x, maxY: center.y).grown(by: reach)
        .touches(box)
    else { return }
    var arc = Arc(center: center, u: u, v: v, start: start, sweep: sweep)
    if (pen.determinant < 0) != (sweep < 0) {
      arc.start += sweep
      arc.sweep = -sweep
    }
    sink.move(to: center)
    sink.line(to: arc.point(at: arc.start))
    _ = arc.send(to: &sink)
    sink.close()
  }

  @inlinable package mutating func polygon(_ points: [Point]) {
    var bounds = Rect.nothing
    for point in points { bounds.add(point) }
    guard bounds.touches(box) else { return }
    // Subtract first: the points may be far away.
    var area = 0.0
    for index in 2..<points.count {
      let one = points[index - 1] - points[0]
      let other = points[index] - points[0]
      area += one.x * other.y - one.y * other.x
    }
    let ordered = area < 0 ? points.reversed() : points
    sink.move(to: ordered[0])
    for point in ordered.dropFirst() { sink.line(to: point) }
    sink.close()
  }
}

import Geometry

/// Clamps an outline to a box on its way to a sink: what is outside is moved to the box's edges.
///
/// Inside the box nothing changes. It is needed because cairo has fixed-point coordinates, in which
/// a straight edge of 180 000 pixels is drawn wrongly. Lines are split where they cross the lines
/// through the box's edges, so that each piece stays on its side. Curves are halved until a piece
/// is inside, outside, or straight.
package struct PathClamp<Sink: PathSink>: PathSink {
  package var sink: Sink
  package let box: Rect
  /// True if open subpaths are closed, as for a fill.
  package let closesParts: Bool
  /// The current point of the unclamped outline.
  package var current = Point.zero
  package var start = Point.zero
  package var isOpen = false
  /// The last point in the sink, and the next one that has not been sent yet.
  package var sent = Point.zero
  package var waiting: Point?

  @inlinable package static var flatness: Double { 0.01 }
  @inlinable package static var mostHalvings: Int { 48 }

  @inlinable package init(_ sink: Sink, box: Rect, closesParts: Bool) {
    self.sink = sink
    self.box = box
    self.closesParts = closesParts
  }

  @inlinable package mutating func move(to point: Point) {
    endPart()
    current = point
    start = point
    sent = clamped(point)
    sink.move(to: sent)
    isOpen = true
  }

  @inlinable package mutating func line(to point: Point) {
    isOpen = true
    let from = current
    current = point
    let (before, after) = (side(from), side(point))
    // If both ends are in the same of the nine regions around the box, so is the line between them.
    if before | after == 0 || before & after == (before | after) { return add(clamped(point)) }
    var cuts: (Double, Double, Double, Double) = (2, 2, 2, 2)
    let way = point - from
    let crossed = before ^ after
    if crossed & 1 != 0 { cuts.0 = (box.minX - from.x) / way.x }
    if crossed & 2 != 0 { cuts.1 = (box.maxX - from.x) / way.x }
    if crossed & 4 != 0 { cuts.2 = (box.minY - from.y) / way.y }
    if crossed & 8 != 0 { cuts.3 = (box.maxY - from.y) / way.y }
    sort(&cuts.0, &cuts.1)
    sort(&cuts.2, &cuts.3)
    sort(&cuts.0, &cuts.2)
    sort(&cuts.1, &cuts.3)
    sort(&cuts.1, &cuts.2)
    for cut in [cuts.0, cuts.1, cuts.2, cuts.3] where cut < 1 {
      add(clamped(from + way * cut))
    }
    add(clamped(point))
  }

  @inlinable package mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    isOpen = true
    split(Cubic(a: current, b: first, c: second, d: end), halvings: 0)
  }

  @inlinable package mutating func close() {
    line(to: start)
    flush()
    sink.close()
    isOpen = false
    sent = clamped(start)
  }

  /// Sends pending points; the sink is then complete.
  @inlinable package mutating func finish() { endPart() }

  @inlinable package mutating func endPart() {
    guard isOpen else { return }
    if closesParts { line(to: start) }
    flush()
    isOpen = false
  }

  @inlinable package mutating func split(_ cubic: Cubic, halvings: Int) {
    let sides = (side(cubic.a), side(cubic.b), side(cubic.c), side(cubic.d))
    if sides.0 | sides.1 | sides.2 | sides.3 == 0 {
      flush()
      sink.curve(cubic.b, cubic.c, to: cubic.d)
      sent = cubic.d
      current = cubic.d
    } else if sides.0 & sides.1 & sides.2 & sides.3 != 0 || halvings == Self.mostHalvings
      || cubic.isFlat(Self.flatness)
    {
      current = cubic.a
      line(to: cubic.d)
    } else {
      let (one, other) = cubic.halves
      split(one, halvings: halvings + 1)
      split(other, halvings: halvings + 1)
    }
  }

  /// Adds a point inside the box; of consecutive points along an edge only the ends are sent.
  @inlinable package mutating func add(_ point: Point) {
    if let middle = waiting {
      if isAlongEdge(sent, middle, point) {
        waiting = point
        return
      }
      sink.line(to: middle)
      sent = middle
    }
    waiting = point
  }

  @inlinable package mutating func flush() {
    guard let point = waiting else { return }
    sink.line(to: point)
    sent = point
    waiting = nil
  }

  @inlinable package func isAlongEdge(_ a: Point, _ b: Point, _ c: Point) -> Bool {
    a.x == b.x && b.x == c.x && (b.x == box.minX || b.x == box.maxX)
      || a.y == b.y && b.y == c.y && (b.y == box.minY || b.y == box.maxY)
  }

  /// Returns the outcode of a point: a bit for each edge that it is beyond.
  @inlinable package func side(_ point: Point) -> UInt8 {
    (point.x < box.minX ? 1 : 0) | (point.x > box.maxX ? 2 : 0) | (point.y < box.minY ? 4 : 0)
      | (point.y > box.maxY ? 8 : 0)
  }

  @inlinable package func clamped(_ point: Point) -> Point {
    Point(
      x: min(max(point.x, box.minX), box.maxX), y: min(max(point.y, box.minY), box.maxY))
  }

  @inlinable package func sort(_ a: inout Double, _ b: inout Double) { if b < a { swap(&a, &b) } }
}

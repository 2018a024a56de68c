import Geometry
import Glibc

/// A polyline in pixels.
package struct Polyline {
  package var points: [Point]
  /// True for points inside a curve, where the line has no corner.
  package var isSmooth: [Bool]
  package var isClosed = false

  /// Adds the polyline to a path.
  @inlinable package func send<Sink: PathSink>(to sink: inout Sink) {
    guard let first = points.first else { return }
    sink.move(to: first)
    for point in points.dropFirst() { sink.line(to: point) }
    if isClosed { sink.close() }
  }
}

/// Flattens an outline into polylines, applies dashes, and drops what is outside a box.
///
/// Dashes are measured in Double along the whole outline, including invisible parts, so that every
/// tile has them at the same positions, at any scale. cairo would restart them where a path is
/// clipped by a box.
package struct LineCutter: PathSink {
  /// The finished polylines.
  package private(set) var lines: [Polyline] = []
  private let box: Rect
  /// The distance from the path to the edge of the stroke, in pixels.
  private let reach: Double
  /// The map from pixels to the pen's unit, for distances only.
  private let pen: LinearMap
  /// Alternating lengths of dashes and gaps, an even number of them; empty for a solid line.
  private let dashes: [Double]
  private let period: Double
  private let phase: Double

  private var current = Point.zero
  private var start = Point.zero
  private var hasMoved = false
  /// The position along the subpath, in the pen's unit.
  private var position = 0.0
  private var piece = Polyline(points: [], isSmooth: [])
  /// True if the current piece begins at the subpath's start.
  private var isFromStart = false
  /// The index of the finished piece that begins at the subpath's start.
  private var first: Int?

  private static var flatness: Double { 0.02 }
  /// The maximum error of the stroke's side at ends and corners, in pixels.
  private static var sideways: Double { 0.05 }
  private static var mostHalvings: Int { 48 }

  /// Creates a cutter for outlines whose stroke reaches `reach` pixels from the path.
  package init(
    box: Rect, reach: Double, pen: LinearMap, dashes: [Double] = [], phase: Double = 0
  ) {
    self.box = box
    self.reach = reach
    self.pen = pen
    self.dashes = dashes
    self.phase = phase
    period = dashes.reduce(0, +)
  }

  package mutating func move(to point: Point) {
    finish()
    begin(at: point)
  }

  private mutating func begin(at point: Point) {
    current = point
    start = point
    position = 0
    first = nil
    hasMoved = true
  }

  package mutating func line(to point: Point) { segment(to: point, isSmooth: false) }

  package mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    let cubic = Cubic(a: current, b: first, c: second, d: end)
    split(cubic, isFirst: true, isLast: true, halvings: 0)
  }

  package mutating func close() {
    let isDot = position == 0
    if current != start || isDot { segment(to: start, isSmooth: false) }
    if !piece.points.isEmpty {
      if isFromStart {
        if piece.points.count > 2 {
          piece.points.removeLast()
          piece.isSmooth.removeLast()
          piece.isClosed = true
        }
      } else if let first {
        // The last dash continues into the first.
        piece.points += lines[first].points.dropFirst()
        piece.isSmooth[piece.isSmooth.count - 1] = false
        piece.isSmooth += lines[first].isSmooth.dropFirst()
        lines.remove(at: first)
      }
    }
    endPiece()
    begin(at: start)
    hasMoved = false
  }

  /// Ends the last subpath; `lines` is then complete.
  package mutating func finish() {
    endPiece()
    hasMoved = false
  }

  /// Flattens a part of a curve; `isFirst` and `isLast` tell if it is the curve's first and last.
  private mutating func split(_ cubic: Cubic, isFirst: Bool, isLast: Bool, halvings: Int) {
    if !cubic.hull.touches(box), halvings > 3 {
      endPiece()
      position += dashes.isEmpty ? 1 : cubic.length(pen)
      current = cubic.d
    } else if halvings == Self.mostHalvings
      || (cubic.isFlat(Self.flatness) && pointsRight(cubic, isFirst: isFirst, isLast: isLast))
    {
      segment(to: cubic.d, isSmooth: !isLast)
    } else {
      let (one, other) = cubic.halves
      split(one, isFirst: isFirst, isLast: false, halvings: halvings + 1)
      split(other, isFirst: false, isLast: isLast, halvings: halvings + 1)
    }
  }

  /// True if the chord has the curve's direction at the ends, where an end or a corner of the line
  /// would show a difference.
  ///
  /// At the side of a wide line a small angle is many pixels.
  private func pointsRight(_ cubic: Cubic, isFirst: Bool, isLast: Bool) -> Bool {
    let way = cubic.d - cubic.a
    func isRight(_ tangent: Point) -> Bool {
      let size = way.length * tangent.length
      guard size > 0 else { return true }
      return abs(way.x * tangent.y - way.y * tangent.x) * reach <= Self.sideways * size
    }
    // A dash may end anywhere.
    let ends = dashes.isEmpty
    return (ends && !isFirst || isRight(cubic.leaving))
      && (ends && !isLast || isRight(cubic.arriving))
  }

  private mutating func segment(to end: Point, isSmooth: Bool) {
    let from = current
    current = end
    guard !dashes.isEmpty else {
      var bounds = Rect.nothing
      bounds.add(from)
      bounds.add(end)
      guard bounds.touches(box) else {
        position += 1
        return endPiece()
      }
      if piece.points.isEmpty { beginPiece(at: from, isFromStart: position == 0) }
      position += 1
      return add(end, isSmooth)
    }
    let length = pen.apply(end - from).length
    defer { position += length }
    guard length > 0 else { return }
    guard let (low, high) = box.part(from: from, to: end) else { return endPiece() }
    if low > 0 { endPiece() }
    dash(from, end, length, from: low, to: high)
    if high < 1 {
      endPiece()
    } else if !piece.points.isEmpty {
      piece.isSmooth[piece.isSmooth.count - 1] = isSmooth
    }
  }

  /// Cuts a part of a straight line into dashes.
  private mutating func dash(
    _ from: Point, _ end: Point, _ length: Double, from low: Double, to high: Double
  ) {
    var (index, left) = place(at: position + low * length)
    var at = low
    if index % 2 == 0, piece.points.isEmpty {
      beginPiece(at: from + (end - from) * at, isFromStart: position == 0 && low == 0)
    }
    while true {
      let next = at + left / length
      let isOn = index % 2 == 0
      guard next < high else {
        if isOn { add(high == 1 ? end : from + (end - from) * high, false) }
        return
      }
      let point = from + (end - from) * next
      if isOn {
        add(point, false)
        endPiece()
      } else {
        beginPiece(at: point, isFromStart: false)
      }
      index = (index + 1) % dashes.count
      left = dashes[index]
      at = next
    }
  }

  /// Returns the index of the dash at a position, and the rest of its length.
  private func place(at position: Double) -> (index: Int, left: Double) {
    var rest = (position + phase).truncatingRemainder(dividingBy: period)
    if rest < 0 { rest += period }
    for (index, dash) in dashes.enumerated() {
      if rest < dash { return (index, dash - rest) }
      rest -= dash
    }
    return (0, dashes[0])
  }

  private mutating func beginPiece(at point: Point, isFromStart: Bool) {
    endPiece()
    piece.points = [point]
    piece.isSmooth = [false]
    self.isFromStart = isFromStart
  }

  private mutating func add(_ point: Point, _ isSmooth: Bool) {
    piece.points.append(point)
    piece.isSmooth.append(isSmooth)
  }

  private mutating func endPiece() {
    guard piece.points.count > 1 else { return piece = Polyline(points: [], isSmooth: []) }
    if isFromStart { first = lines.count }
    lines.append(piece)
    piece = Polyline(points: [], isSmooth: [])
    isFromStart = false
  }
}

extension Rect {
  /// Returns the part of a line segment inside, as fractions of its length (Liang and Barsky 1984).
  func part(from start: Point, to end: Point) -> (Double, Double)? {
    var low = 0.0
    var high = 1.0
    let way = end - start
    for (slope, room) in [
      (-way.x, start.x - minX), (way.x, maxX - start.x), (-way.y, start.y - minY),
      (way.y, maxY - start.y),
    ] {
      if slope == 0 {
        if room < 0 { return nil }
      } else if slope < 0 {
        low = max(low, room / slope)
      } else {
        high = min(high, room / slope)
      }
    }
    return low <= high ? (low, high) : nil
  }
}

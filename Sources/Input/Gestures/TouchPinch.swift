import Geometry
import Glibc

/// Two fingers on a touch screen.
struct TouchPinch: Sendable {
  /// Their sequences.
  let first: Int
  let second: Int
  /// When the second was put down.
  let startTime: Double
  /// Whether both may still be a tap: nothing has been told of them then.
  var isPending = true

  private let startCenter: Point
  private let startDistance: Double
  private let leastDistance: Double
  private var positions: (Point, Point)
  private var toldCenter: Point
  private var toldScale = 1.0

  /// Two fingers where the second was put down; nearer than `leastDistance` they count as that far
  /// apart, since a pixel more or less there would make the picture leap.
  init(_ first: TouchPan, second: Int, at position: Point, time: Double, leastDistance: Double) {
    self.first = first.id
    self.second = second
    startTime = time
    self.leastDistance = leastDistance
    positions = (first.last, position)
    startCenter = (first.last + position) * 0.5
    startDistance = max((first.last - position).length, leastDistance)
    toldCenter = startCenter
  }

  /// The point between the fingers when they began.
  var start: Point { startCenter }

  /// Where one of the fingers is.
  func position(of id: Int) -> Point { id == first ? positions.0 : positions.1 }

  /// Whether it is one of the two.
  func contains(_ id: Int) -> Bool { id == first || id == second }

  /// Takes over where one of the fingers is.
  mutating func move(_ id: Int, to position: Point) {
    if id == first { positions.0 = position } else { positions.1 = position }
  }

  /// The distance between the fingers relative to the start.
  var scale: Double {
    max((positions.0 - positions.1).length, leastDistance) / startDistance
  }

  /// How far the point between them has moved since the start, and their distance has changed.
  var travel: Double {
    (center - startCenter).length + abs(scale - 1) * startDistance
  }

  /// What has changed since it was asked last; `nil` where nothing has.
  mutating func takeStep() -> (scale: Double, movedBy: Point)? {
    let step = (scale: scale, movedBy: center - toldCenter)
    guard step.scale != toldScale || step.movedBy != .zero else { return nil }
    (toldScale, toldCenter) = (step.scale, center)
    return step
  }

  private var center: Point { (positions.0 + positions.1) * 0.5 }
}

/// A finger that was put down as the second of a double-tap, and zooms while it is dragged.
struct TouchZoom: Sendable {
  /// Its sequence.
  let id: Int
  /// Where it was put down: the point that it zooms about.
  let start: Point
  /// Where, along the columns, zooming began; `nil` while it may still be a double-tap.
  var begin: Double?
  /// What was told last.
  var scale = 1.0

  /// The scale of a finger at a place, downwards zooming in.
  func scale(at y: Double, doublingDistance: Double) -> Double {
    exp2((y - (begin ?? y)) / doublingDistance)
  }
}

import Geometry
import Glibc

/// Two fingers on a touch screen.
struct TouchPinch: Sendable {
  /// The numbers of the touch sequences.
  let first: Int
  let second: Int
  /// When the second finger was put down.
  let startTime: Double
  /// True while the touch may still be a two-finger tap; no gesture has been sent then.
  var isPending = true

  private let startCenter: Point
  private let startDistance: Double
  private let leastDistance: Double
  private var positions: (Point, Point)
  private var reportedCenter: Point
  private var reportedScale = 1.0

  /// Creates a pinch when the second finger is put down.
  ///
  /// Distances below `leastDistance` are clamped to it, because with close fingers a single pixel
  /// would make the picture jump.
  init(_ first: TouchPan, second: Int, at position: Point, time: Double, leastDistance: Double) {
    self.first = first.id
    self.second = second
    startTime = time
    self.leastDistance = leastDistance
    positions = (first.last, position)
    startCenter = (first.last + position) * 0.5
    startDistance = max((first.last - position).length, leastDistance)
    reportedCenter = startCenter
  }

  /// The initial midpoint of the fingers.
  var start: Point { startCenter }

  /// The position of one of the fingers.
  func position(of id: Int) -> Point { id == first ? positions.0 : positions.1 }

  /// True if the touch sequence is one of the two.
  func contains(_ id: Int) -> Bool { id == first || id == second }

  /// Updates the position of one of the fingers.
  mutating func move(_ id: Int, to position: Point) {
    if id == first { positions.0 = position } else { positions.1 = position }
  }

  /// The distance between the fingers relative to the initial one.
  var scale: Double {
    max((positions.0 - positions.1).length, leastDistance) / startDistance
  }

  /// The total movement since the start: of the midpoint, and of the distance between the fingers.
  var travel: Double {
    (center - startCenter).length + abs(scale - 1) * startDistance
  }

  /// Returns the change since the last call; `nil` if there is none.
  mutating func takeStep() -> (scale: Double, movedBy: Point)? {
    let step = (scale: scale, movedBy: center - reportedCenter)
    guard step.scale != reportedScale || step.movedBy != .zero else { return nil }
    (reportedScale, reportedCenter) = (step.scale, center)
    return step
  }

  private var center: Point { (positions.0 + positions.1) * 0.5 }
}

/// The second finger of a double-tap, which zooms while it is dragged.
struct TouchZoom: Sendable {
  /// The number of the touch sequence.
  let id: Int
  /// Where the finger was put down: the zoom's anchor.
  let start: Point
  /// The vertical position at which zooming began; `nil` while it may still be a double-tap.
  var begin: Double?
  /// The last scale that was sent.
  var scale = 1.0

  /// Returns the scale for a vertical position; dragging down zooms in.
  func scale(at y: Double, doublingDistance: Double) -> Double {
    exp2((y - (begin ?? y)) / doublingDistance)
  }
}

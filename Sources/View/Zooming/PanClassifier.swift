import Geometry
import Gestures

/// Determines the direction of a pan, and whether the picture or its delegate handles it.
///
/// A pan is judged once, after a distance that makes its direction clear. Until then the edges at
/// which it began are hard. The distance covered so far is not lost: the handler of the pan then
/// shows all of it.
struct PanClassifier: Hashable, Sendable {
  /// Distance in device pixels after which a pan with a dominant axis has a direction.
  static let slop = 8.0
  /// The minimum ratio of the dominant axis to the other.
  static let dominance = 1.5
  /// Distance in device pixels after which the longer axis is dominant in any case.
  static let longSlop = 24.0

  /// The edges at which the picture was when it was touched; both of an axis on which it fits.
  let beganAt: Set<PanDirection>
  /// The overscroll at that moment.
  let excess: Point
  /// The edges that the picture must not pass.
  private(set) var closed: Set<PanDirection>
  /// True once the direction is known.
  private(set) var isDecided = false
  private var asked: Set<PanDirection> = []
  private var travel = Point.zero
  private var meter = VelocityMeter()

  /// Starts judging a pan of a picture that is shown at an origin.
  init(
    at origin: Point, in ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>), at now: Double
  ) {
    // A moving picture may be a fraction of a pixel from where it will rest.
    let slack = 0.5
    var sides: Set<PanDirection> = []
    if origin.x >= ranges.x.upperBound - slack { sides.insert(.left) }
    if origin.x <= ranges.x.lowerBound + slack { sides.insert(.right) }
    if origin.y >= ranges.y.upperBound - slack { sides.insert(.up) }
    if origin.y <= ranges.y.lowerBound + slack { sides.insert(.down) }
    func past(_ place: Double, _ range: ClosedRange<Double>) -> Double {
      if range.lowerBound == range.upperBound { return 0 }
      let excess = place - max(range.lowerBound, min(place, range.upperBound))
      return abs(excess) > slack ? excess : 0
    }
    beganAt = sides
    excess = Point(x: past(origin.x, ranges.x), y: past(origin.y, ranges.y))
    closed = sides
    // An existing overscroll follows the fingers.
    if excess.x != 0 { closed.subtract([.left, .right]) }
    if excess.y != 0 { closed.subtract([.up, .down]) }
    meter.begin(at: now)
  }

  /// Adds a movement of the fingers.
  mutating func move(by step: Point, at now: Double) {
    travel = travel + step
    meter.move(by: step, at: now)
  }

  /// Returns the direction of the pan once, when it becomes clear; otherwise `nil`.
  mutating func decide() -> PanDirection? {
    guard !isDecided, travel.length >= Self.slop else { return nil }
    let (long, short) = (max(abs(travel.x), abs(travel.y)), min(abs(travel.x), abs(travel.y)))
    guard long >= Self.dominance * short || travel.length >= Self.longSlop else { return nil }
    isDecided = true
    closed = []
    return PanDirection(fingers: travel)
  }

  /// Returns true the first time it is called for an edge: the delegate has not been asked yet.
  mutating func mayAsk(_ direction: PanDirection) -> Bool { asked.insert(direction).inserted }

  /// Keeps the picture from passing an edge.
  mutating func close(_ direction: PanDirection) { closed.insert(direction) }

  /// Returns the pan as it is offered to the delegate.
  func offered(_ direction: PanDirection, fits: Bool, at now: Double) -> OfferedPan {
    OfferedPan(
      direction: direction, distance: direction.along(travel + excess),
      velocity: direction.along(meter.velocity(at: now)), fits: fits)
  }
}

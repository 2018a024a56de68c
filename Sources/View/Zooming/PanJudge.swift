import Geometry
import Gestures

/// Finds out where a pan leads, and whether the picture or its delegate has it.
///
/// A pan is judged once, when the fingers have gone far enough to tell a direction. Until then the
/// edges at which it began are hard: what the fingers have gone is not lost, and whoever has the
/// pan afterwards shows all of it.
struct PanJudge: Hashable, Sendable {
  /// Device pixels after which a movement has a direction, where one axis clearly leads.
  static let slop = 8.0
  /// How many times longer that axis then is than the other.
  static let dominance = 1.5
  /// Device pixels after which the longer axis leads in any case.
  static let longSlop = 24.0

  /// The sides at which the picture was when it was touched; both where it fits.
  let beganAt: Set<PanDirection>
  /// What was shown past an edge at that moment.
  let excess: Point
  /// The sides that the picture does not go past.
  private(set) var closed: Set<PanDirection>
  /// Whether it is known where the pan leads.
  private(set) var isDecided = false
  private var asked: Set<PanDirection> = []
  private var travel = Point.zero
  private var meter = VelocityMeter()

  /// A pan that begins on a picture which is shown at an origin.
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
    // What is past its edge already comes along with the fingers.
    if excess.x != 0 { closed.subtract([.left, .right]) }
    if excess.y != 0 { closed.subtract([.up, .down]) }
    meter.begin(at: now)
  }

  /// The fingers go on.
  mutating func move(by step: Point, at now: Double) {
    travel = travel + step
    meter.move(by: step, at: now)
  }

  /// Where the pan leads, once; `nil` while it can't be told, and afterwards.
  mutating func decide() -> PanDirection? {
    guard !isDecided, travel.length >= Self.slop else { return nil }
    let (long, short) = (max(abs(travel.x), abs(travel.y)), min(abs(travel.x), abs(travel.y)))
    guard long >= Self.dominance * short || travel.length >= Self.longSlop else { return nil }
    isDecided = true
    closed = []
    return PanDirection(fingers: travel)
  }

  /// Whether a delegate was not asked about a side yet; from now on it was.
  mutating func mayAsk(_ direction: PanDirection) -> Bool { asked.insert(direction).inserted }

  /// The picture does not go past a side.
  mutating func close(_ direction: PanDirection) { closed.insert(direction) }

  /// The pan as it is given away.
  func offered(_ direction: PanDirection, fits: Bool, at now: Double) -> OfferedPan {
    OfferedPan(
      direction: direction, distance: direction.along(travel + excess),
      velocity: direction.along(meter.velocity(at: now)), fits: fits)
  }
}

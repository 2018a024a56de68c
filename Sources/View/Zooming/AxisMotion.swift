/// A free pan along one axis: a glide, a return from an overscroll, or a sequence of both.
struct AxisMotion: Hashable, Sendable {
  private enum MotionLaw: Hashable, Sendable {
    case glide(Glide)
    case spring(CriticallyDampedSpring)
  }

  private struct Segment: Hashable, Sendable {
    var start: Double
    var law: MotionLaw
  }

  /// ω of the return from an overscroll, per second.
  static let returnRate = 22.0

  private var legs: [Segment]

  /// Creates a spring motion to a target with an initial velocity.
  init(from position: Double, velocity: Double, to target: Double, rate: Double, at now: Double) {
    let spring = CriticallyDampedSpring(
      from: position, velocity: velocity, to: target, rate: rate, at: now)
    legs = [Segment(start: now, law: .spring(spring))]
  }

  /// Creates the motion of a picture that is released with a velocity.
  ///
  /// Inside the range it glides, or just settles, to a whole pixel. A glide that reaches an edge
  /// keeps its velocity, overshoots and returns critically damped; the overshoot never exceeds the
  /// elastic limit. A picture that is thrown inwards from an overscroll glides on inside the range.
  init(
    releasedAt position: Double, velocity: Double, in range: ClosedRange<Double>,
    edge: ElasticEdge, at now: Double
  ) {
    legs = []
    var (place, speed, time) = (position, velocity, now)
    // Each edge takes most of the speed, so a third crossing happens only in tiny ranges.
    for _ in 0..<4 {
      let isPast =
        !range.contains(place)
        || (place == range.upperBound && speed > 0) || (place == range.lowerBound && speed < 0)
      if isPast {
        let side = place >= range.upperBound ? range.upperBound : range.lowerBound
        let outwards = side == range.upperBound ? 1.0 : -1.0
        let fastest = edge.fastest(
          from: place - side, outwards: outwards, rate: Self.returnRate)
        speed = outwards * min(speed * outwards, fastest)
        let spring = CriticallyDampedSpring(
          from: place, velocity: speed, to: side, rate: Self.returnRate, at: time)
        legs.append(Segment(start: time, law: .spring(spring)))
        guard range.upperBound > range.lowerBound, let crossing = spring.crossingTime,
          crossing > time
        else { return }
        let inwards = spring.velocity(at: crossing)
        guard abs(inwards) > Glide.slowest else { return }
        (place, speed, time) = (side, inwards, crossing)
      } else if speed == 0 {
        let spring = CriticallyDampedSpring(
          from: place, to: place.rounded(), rate: Self.returnRate, at: time)
        legs.append(Segment(start: time, law: .spring(spring)))
        return
      } else {
        let end = (place + Glide.distance(velocity: speed)).rounded()
        let glide = Glide(
          from: place,
          over: range.contains(end) ? end - place : Glide.distance(velocity: speed), at: time)
        legs.append(Segment(start: time, law: .glide(glide)))
        if range.contains(end) { return }
        let side = end > range.upperBound ? range.upperBound : range.lowerBound
        let meeting = glide.time(passing: side)
        (place, speed, time) = (side, glide.velocity(at: meeting), meeting)
      }
    }
    // After the maximum number of crossings the motion ends at the nearest edge.
    let side = place >= range.upperBound ? range.upperBound : range.lowerBound
    let spring = CriticallyDampedSpring(from: place, to: side, rate: Self.returnRate, at: time)
    legs.append(Segment(start: time, law: .spring(spring)))
  }

  /// The final position.
  var target: Double {
    switch legs[legs.count - 1].law {
    case .glide(let glide): glide.target
    case .spring(let spring): spring.target
    }
  }

  func position(at now: Double) -> Double {
    switch leg(at: now).law {
    case .glide(let glide): glide.position(at: now)
    case .spring(let spring): spring.position(at: now)
    }
  }

  /// The velocity, per second.
  func velocity(at now: Double) -> Double {
    switch leg(at: now).law {
    case .glide(let glide): glide.velocity(at: now)
    case .spring(let spring): spring.velocity(at: now)
    }
  }

  /// True once the motion stays within twice the tolerance of its target.
  func isAtRest(at now: Double, tolerance: Double) -> Bool {
    let last = legs[legs.count - 1]
    guard now >= last.start else { return false }
    switch last.law {
    case .glide(let glide): return glide.isAtRest(at: now, tolerance: tolerance)
    case .spring(let spring): return spring.isAtRest(at: now, tolerance: tolerance)
    }
  }

  private func leg(at now: Double) -> Segment {
    legs.last { now >= $0.start } ?? legs[0]
  }
}

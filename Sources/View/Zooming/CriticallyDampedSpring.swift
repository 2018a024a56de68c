import Glibc

/// A critically damped spring: the fastest motion to a target that does not oscillate.
///
/// The closed form of x″ = −2ωx′ − ω²(x − target): with d the distance and v the velocity at the
/// start, x(t) = target + (d + (v + ωd)·t)·e^(−ωt) (see any text on damped oscillators). It depends
/// on time alone, so it is the same at every frame rate and after dropped frames. It covers 99 % of
/// the distance in 6.64 / ω.
struct CriticallyDampedSpring: Hashable, Sendable {
  /// The final position.
  let target: Double
  /// The initial distance from the target.
  private let distance: Double
  /// The initial velocity, per second.
  private let startVelocity: Double
  private let start: Double
  /// The spring's ω, per second.
  private let rate: Double

  /// ω times the number of seconds in which a spring that starts at rest covers 99 % of the
  /// distance.
  static let rateTimesSettlingTime = 6.638_352

  /// Creates a spring with an initial position and velocity.
  init(from position: Double, velocity: Double = 0, to target: Double, rate: Double, at now: Double)
  {
    self.target = target
    distance = position - target
    startVelocity = velocity
    start = now
    self.rate = rate
  }

  init(restingAt target: Double) {
    self.init(from: target, to: target, rate: 1, at: 0)
  }

  func position(at now: Double) -> Double {
    let time = max(0, now - start)
    return target + (distance + drive * time) * exp(-rate * time)
  }

  /// The velocity, per second.
  func velocity(at now: Double) -> Double {
    let time = max(0, now - start)
    return (startVelocity - rate * drive * time) * exp(-rate * time)
  }

  /// True once the spring stays within twice the tolerance of its target.
  func isAtRest(at now: Double, tolerance: Double) -> Bool {
    abs(position(at: now) - target) <= tolerance && abs(velocity(at: now)) <= tolerance * rate
  }

  /// The time of the overshoot through the target; `nil` if there is none.
  var crossingTime: Double? {
    guard distance != 0, drive != 0, (drive < 0) != (distance < 0) else { return nil }
    return start - distance / drive
  }

  private var drive: Double { startVelocity + rate * distance }
}

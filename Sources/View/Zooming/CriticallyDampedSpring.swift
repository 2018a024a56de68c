import Glibc

/// A value that goes to its target as fast as it can without swinging: a critically damped spring.
///
/// The closed form of x″ = −2ωx′ − ω²(x − target): with d the distance and v the velocity at the
/// start, x(t) = target + (d + (v + ωd)·t)·e^(−ωt) (any text on damped oscillators has it). Being a
/// function of time alone it is the same at every frame rate, and a frame that is dropped moves
/// nothing to another place. 99 % of the way takes 6.64 / ω.
struct CriticallyDampedSpring: Hashable, Sendable {
  /// Where it ends.
  let target: Double
  /// How far from the target it started.
  private let distance: Double
  /// How fast it was at the start, per second.
  private let startVelocity: Double
  /// When it started, in seconds.
  private let start: Double
  /// The spring's ω, per second.
  private let rate: Double

  /// ω times the seconds in which a spring that starts at rest goes 99 % of its way.
  static let rateTimesSettlingTime = 6.638_352

  /// A motion from a place and a velocity at a moment.
  init(from position: Double, velocity: Double = 0, to target: Double, rate: Double, at now: Double)
  {
    self.target = target
    distance = position - target
    startVelocity = velocity
    start = now
    self.rate = rate
  }

  /// A value that rests already.
  init(restingAt target: Double) {
    self.init(from: target, to: target, rate: 1, at: 0)
  }

  /// Where it is at a moment.
  func position(at now: Double) -> Double {
    let time = max(0, now - start)
    return target + (distance + drive * time) * exp(-rate * time)
  }

  /// How fast it is at a moment, per second.
  func velocity(at now: Double) -> Double {
    let time = max(0, now - start)
    return (startVelocity - rate * drive * time) * exp(-rate * time)
  }

  /// Whether it will stay within twice the tolerance of its target from now on.
  func isAtRest(at now: Double, tolerance: Double) -> Bool {
    abs(position(at: now) - target) <= tolerance && abs(velocity(at: now)) <= tolerance * rate
  }

  /// When it runs past its target, or `nil` where it only comes near it.
  var crossingTime: Double? {
    guard distance != 0, drive != 0, (drive < 0) != (distance < 0) else { return nil }
    return start - distance / drive
  }

  private var drive: Double { startVelocity + rate * distance }
}

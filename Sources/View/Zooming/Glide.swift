import Glibc

/// The inertia of a released picture: its speed decays exponentially.
///
/// x(t) = x₀ + d·(1 − e^(−t/τ)) with τ = 0.25 s: a picture released with velocity v starts at v and
/// travels v·τ in all.
struct Glide: Hashable, Sendable {
  /// τ: the time in which the velocity falls to 1 / e, in seconds.
  static let timeConstant = 0.25
  /// The minimum release speed of a glide, in device pixels per second.
  ///
  /// A hand that lifts a finger is never perfectly still.
  static let slowest = 120.0

  private let from: Double
  private let distance: Double
  private let start: Double

  init(from: Double, over distance: Double, at now: Double) {
    self.from = from
    self.distance = distance
    start = now
  }

  /// The distance of a glide that starts at a velocity.
  static func distance(velocity: Double) -> Double { velocity * timeConstant }

  /// The final position.
  var target: Double { from + distance }

  func position(at now: Double) -> Double { target - distance * remainder(at: now) }

  /// The velocity, per second.
  func velocity(at now: Double) -> Double { distance / Self.timeConstant * remainder(at: now) }

  /// True once the glide stays within the tolerance of its target.
  func isAtRest(at now: Double, tolerance: Double) -> Bool {
    abs(distance) * remainder(at: now) <= tolerance
  }

  /// Returns the time at which the glide passes a position between its start and its target.
  func time(passing place: Double) -> Double {
    start - Self.timeConstant * log(1 - (place - from) / distance)
  }

  private func remainder(at now: Double) -> Double {
    exp(-max(0, now - start) / Self.timeConstant)
  }
}

import Glibc

/// The way of a picture that was let go while it moved: it slows down exponentially.
///
/// x(t) = x₀ + d·(1 − e^(−t/τ)) with τ = 0.25 s, so a picture let go at a velocity v starts at that
/// velocity and goes v·τ in all.
struct Glide: Hashable, Sendable {
  /// τ: the seconds in which the velocity falls to 1 / e.
  static let timeConstant = 0.25
  /// A picture let go slower than this, in device pixels per second, stays where it is.
  ///
  /// Nobody holds a hand perfectly still while lifting a finger.
  static let slowest = 120.0

  private let from: Double
  private let distance: Double
  private let start: Double

  /// A glide over a distance.
  init(from: Double, over distance: Double, at now: Double) {
    self.from = from
    self.distance = distance
    start = now
  }

  /// How far a picture glides that is let go at a velocity.
  static func distance(velocity: Double) -> Double { velocity * timeConstant }

  /// Where it ends.
  var target: Double { from + distance }

  /// Where it is at a moment.
  func position(at now: Double) -> Double { target - distance * remainder(at: now) }

  /// How fast it is at a moment, per second.
  func velocity(at now: Double) -> Double { distance / Self.timeConstant * remainder(at: now) }

  /// Whether it will stay within a tolerance of its end from now on.
  func isAtRest(at now: Double, tolerance: Double) -> Bool {
    abs(distance) * remainder(at: now) <= tolerance
  }

  /// When it passes a place between its start and its end.
  func time(passing place: Double) -> Double {
    start - Self.timeConstant * log(1 - (place - from) / distance)
  }

  private func remainder(at now: Double) -> Double {
    exp(-max(0, now - start) / Self.timeConstant)
  }
}
